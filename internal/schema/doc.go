// Package schema holds documents against the JSON Schemas of this project's
// answers. It knows the keywords that they use and refuses a schema with any
// other, so that nothing is silently not checked.
//
// The schema library that our tests use compiles five metaschemas whenever a
// program starts that it is linked into, which took tspi a third of its start-up.
// A test holds this package to the library's answers, and another holds the
// library out of the program. It may import tspi and the standard library.
package schema
