package conformance

// Profile is the first profile of the harness. Operations and case ids carry it,
// so that contracts to come can join the same harness.
const Profile = "tspi"
