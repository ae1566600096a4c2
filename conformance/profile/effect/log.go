package effect

import (
	"fmt"
	"strings"
)

// fillLog reads a log that stands in a file of a case, beside facts whose log.text is $log:
// log.jsonl as it is, with .chomp behind its name without its last LF.
func fillLog(name string, data []byte) (mark, text string, err error) {
	text = string(data)
	switch name {
	case "log.jsonl":
	case "log.jsonl.chomp", "log.chomp":
		text = strings.TrimSuffix(text, "\n")
	default:
		err = fmt.Errorf("there is no such file in a case; want log.jsonl or log.jsonl.chomp")
	}
	return "$log", text, err
}
