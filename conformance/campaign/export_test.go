package campaign

// Saved is a table as a replay file holds it.
var Saved = saved
