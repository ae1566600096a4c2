package auth

// Facts are the stores as the producer published them, and what is asked (section 1). A
// nil pointer is unknown; a nil store or body exists and cannot be read.
type Facts struct {
	Store        string
	Requests     []Request
	Records      *[]Record
	Publications *[]Publication
	Sidecars     *[]Sidecar
	Receipts     *[]Receipt
	Processes    []Process
	Approvals    []Approval
	Roots        []Root
}

// Incarnation is one process from its start to its end.
type Incarnation struct {
	PID        int64  `json:"pid"`
	StartToken string `json:"start_token"`
	BootID     string `json:"boot_id"`
}

// Identity is one generation of a job. Two are equal when all eight members are.
type Identity struct {
	Store, JobID, Generation, Owner, Thread, Origin, ReceiptID string
	Supervisor                                                 Incarnation
}

// Scope is what a launch may do. Compare scopes by their keys.
type Scope struct {
	Backend     string   // bash, python, external
	Root        []string // from the outermost directory to the root itself
	Required    []string // boundaries to be enforced, a set
	Mounts      []string // a set
	Network     string   // none, inherit
	MaxRuntimeS int64
}

// Launch is a new job.
type Launch struct {
	Generation  string
	InputDigest string // 64 lowercase hex digits
	Scope       Scope
}

// Snapshot is what somebody holds.
type Snapshot struct {
	Version    int64
	Operations []string
	Jobs       []Identity
	Launches   []Scope
}

// Request asks for one operation. Its text is untrusted, decides nothing and is not kept.
type Request struct {
	ID, Operation, Owner, Thread string
	Selector                     *string
	Expected                     *Identity
	Launch                       *Launch
	Approval                     *string
	Granted                      Snapshot
	Parent                       *Snapshot
}

// Record is the stored state of a job.
type Record struct {
	JobID string
	Body  *RecordBody
}

// RecordBody is a record that can be read.
type RecordBody struct {
	Identity     Identity
	Status       *string // running, done, failed
	Acknowledged *bool
}

// Publication is what was published of a generation.
type Publication struct {
	Generation string
	Body       *PublicationBody
}

// PublicationBody is a publication that can be read.
type PublicationBody struct {
	Job       *Identity // nil: a launch, and no job yet
	Authority string    // a hash
}

// Sidecar binds a job to its publication.
type Sidecar struct {
	JobID string
	Body  *SidecarBody
}

// SidecarBody is a sidecar that can be read.
type SidecarBody struct {
	Job       Identity
	Authority string // a hash
}

// Receipt tells who supervises a generation.
type Receipt struct {
	ReceiptID string
	Body      *ReceiptBody
}

// ReceiptBody is a receipt that can be read.
type ReceiptBody struct {
	Generation, Owner, Thread string
	Supervisor                Incarnation
	External                  *bool
}

// Process is the verdict on an incarnation, as profile ident gives it.
type Process struct {
	Incarnation
	Verdict string // owned, gone, foreign, unverifiable
}

// Approval stands in for a grant, once.
type Approval struct {
	ID     string
	Digest string // the binding that it was given for
	Used   *bool
}

// Root is a directory as it was sealed.
type Root struct {
	ID      string
	Live    *bool
	Control *bool
}
