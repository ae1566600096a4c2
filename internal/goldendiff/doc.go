// Package goldendiff shows how somebody's receipt differs from a golden one,
// field by field (tspi golden diff).
//
// A receipt may hold what must not be printed, so of theirs only numbers,
// constants and plain names are shown; longer or stranger text is described.
// What tells when and where a receipt was made (created_at and receipt_paths)
// is not compared. The digests in a sign-off cover those two fields of the
// records that it signs: to compare one, make it with SOURCE_DATE_EPOCH=0.
//
// It may import tspi, and nothing else of ours.
package goldendiff
