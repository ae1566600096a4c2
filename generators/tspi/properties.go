package tspi

import "slices"

// Properties returns every property, in a fixed order: what is said of one answer
// first, because a later one that fails is often explained by it.
func Properties() []Property {
	return slices.Concat(
		safetyProperties(),
		modelProperties(),
		relationProperties(),
		auditProperties(),
		inputProperties(),
	)
}

func relationProperties() []Property {
	var all []Property
	for _, r := range slices.Concat(textRelations(), policyRelations(), programRelations(), ownerRelations(),
		initRelations(), rowRelations()) {
		all = append(all, r.property())
	}
	return all
}
