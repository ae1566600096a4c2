package cover

// Gaps of sections 3 and 4.
const (
	gapUnsettledAtStart = "unsettled_at_start"
	gapUnsettledAtStop  = "unsettled_at_stop"
	gapTreeChanging     = "tree_changing"
	gapReapedDescendant = "reaped_descendant"
	gapGone             = "gone"
	gapExited           = "exited"
	gapPredatesSpan     = "predates_span"
	gapCounterBackwards = "counter_backwards"
	gapUnreadable       = "unreadable"
	gapUnlisted         = "unlisted"
	gapGPU              = "gpu"
	gapGPUUnknown       = "gpu_unknown"
	gapNeuralEngine     = "neural_engine"
	gapShared           = "shared"
)

func allGaps() []string {
	return []string{gapUnsettledAtStart, gapUnsettledAtStop, gapTreeChanging, gapReapedDescendant, gapGone, gapExited,
		gapPredatesSpan,
		gapCounterBackwards, gapUnreadable, gapUnlisted, gapGPU, gapGPUUnknown, gapNeuralEngine, gapShared}
}
