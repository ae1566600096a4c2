package tspi_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// distorted is our own classifier behind a reader with a fault: it classifies what
// that reader has made of the documents, and tells of the documents all that does
// not depend on it.
type distorted struct {
	own
	read func(input tspi.Object) tspi.Object
	tell func(input, answer tspi.Object) tspi.Object
}

func (d distorted) Classify(input tspi.Object) (tspi.Value, error) {
	answer, err := d.own.Classify(d.read(copied(input).(tspi.Object)))
	if err != nil || d.tell == nil {
		return answer, err
	}
	return d.tell(input, copied(answer).(tspi.Object)), nil
}

func at(o tspi.Object, path ...string) tspi.Value {
	var v tspi.Value = o
	for _, name := range path {
		inner, _ := v.(tspi.Object)
		v, _ = inner.Get(name)
	}
	return v
}

// linesRead rewrites each line of the text.
func linesRead(rewrite func(line string) string) func(tspi.Object) tspi.Object {
	return func(input tspi.Object) tspi.Object {
		text, ok := at(input, "process_table", "ps_text").(string)
		if !ok {
			return input
		}
		lines := strings.Split(text, "\n")
		for i := range lines {
			lines[i] = rewrite(lines[i])
		}
		return put(input, strings.Join(lines, "\n"), "process_table", "ps_text")
	}
}

// first128 leaves of a list of a document its first 128 entries.
func first128(document, name string) func(tspi.Object) tspi.Object {
	return func(input tspi.Object) tspi.Object {
		if list, ok := at(input, document, name).(tspi.Array); ok && len(list) > 128 {
			return put(input, list[:128], document, name)
		}
		return input
	}
}

// first128OfKinds leaves of a list of each kind its first 128 entries.
func first128OfKinds(name string) func(tspi.Object) tspi.Object {
	return func(input tspi.Object) tspi.Object {
		for _, kind := range at(input, "pressure_policy", "kinds").(tspi.Array) {
			if list, ok := at(kind.(tspi.Object), name).(tspi.Array); ok && len(list) > 128 {
				put(kind.(tspi.Object), list[:128], name)
			}
		}
		return input
	}
}

// withoutList knows no list of the policy's own.
func withoutList(name string) func(tspi.Object) tspi.Object {
	return func(input tspi.Object) tspi.Object {
		policy := slices.DeleteFunc(member(input, "pressure_policy"), func(m tspi.Member) bool { return m.Name == name })
		return put(input, policy, "pressure_policy")
	}
}

// last128 leaves the last 128 registered helpers.
func last128(input tspi.Object) tspi.Object {
	if list, ok := at(input, "owner_classes", "registered_helpers").(tspi.Array); ok {
		return put(input, list[max(0, len(list)-128):], "owner_classes", "registered_helpers")
	}
	return input
}

// column rewrites one of the first five columns of rows.
func column(n int, rewrite func(string) string) func(string) string {
	line := regexp.MustCompile(`^([ \t]*(?:[^ \t]+[ \t]+){` + strconv.Itoa(n) + `})([^ \t]+)(.*)$`)
	return func(text string) string {
		if m := line.FindStringSubmatch(text); m != nil && !strings.HasPrefix(strings.TrimLeft(text, " \t"), "#") {
			return m[1] + rewrite(m[2]) + m[3]
		}
		return text
	}
}

// asPythonsInt is what int reads in a text that is no number of the contract.
func asPythonsInt(text string) string {
	digits := strings.Map(func(r rune) rune {
		for _, zero := range "٠۰०０𝟎" {
			if r >= zero && r <= zero+9 {
				return '0' + r - zero
			}
		}
		return r
	}, strings.TrimPrefix(strings.TrimSpace(text), "+"))
	if digits = strings.ReplaceAll(digits, "_", ""); strings.Trim(digits, "0123456789") == "" && digits != "" {
		return digits
	}
	return text
}

// asText keeps two spellings of a pid apart, where neither is large, and asNumbers
// tells the pids as they are.
func asText(pid string) string {
	if n, err := strconv.Atoi(pid); err == nil && pid[0] == '0' && n > 1 && n < 100_000 {
		return strconv.Itoa(n + apart)
	}
	return pid
}

func asNumbers(_, answer tspi.Object) tspi.Object {
	return inRows(func(row tspi.Object) tspi.Object {
		if n, err := strconv.Atoi(string(at(row, "pid").(tspi.Number))); err == nil && n > apart && n < apart+100_000 {
			return put(row, tspi.NewInteger(int64(n-apart)), "pid")
		}
		return row
	})(0, nil, answer)
}

const apart = 2_000_000_000

// inBits is a number of which so many bits are kept.
func inBits(bits int) func(string) string {
	return func(text string) string {
		if n, err := strconv.ParseUint(text, 10, 64); err == nil && n > 1<<31 {
			return strconv.FormatUint(n&(1<<bits-1), 10)
		}
		return text
	}
}

// threshold reads min_age_seconds into 32 bits, and tells it as it was given.
func threshold(input tspi.Object) tspi.Object {
	if n, ok := at(input, "pressure_policy", "min_age_seconds").(tspi.Number); ok {
		full, _ := strconv.ParseInt(string(n), 10, 64)
		return put(input, tspi.NewInteger(int64(max(1, int32(full)))), "pressure_policy", "min_age_seconds")
	}
	return input
}

func givenThreshold(input, answer tspi.Object) tspi.Object {
	if n, ok := at(input, "pressure_policy", "min_age_seconds").(tspi.Number); ok {
		return put(answer, n, "policy", "min_age_seconds")
	}
	return answer
}

// firstPage is a line of which no more than 4096 bytes of the command are searched.
func firstPage(line string) string {
	row := regexp.MustCompile(`^(?:[^ \t]+[ \t]+){5}`)
	if begins := len(row.FindString(line)); len(line) > begins+4096 {
		return strings.ToValidUTF8(line[:begins+4096], "?")
	}
	return line
}

// hashes gives each row the hash of the whole command: the pid's in the table, where
// only one row has it.
func hashes(input, answer tspi.Object) tspi.Object {
	table, _ := tspi.ParseTable(at(input, "process_table", "ps_text").(string), tspi.Hardened)
	for _, row := range rowsOf(answer) {
		pid := at(row.(tspi.Object), "pid")
		for _, r := range table.Rows {
			if pid == tspi.Value(tspi.Number(strconv.Itoa(int(r.PID)))) && len(r.Command) > 4096 {
				put(row.(tspi.Object), tspi.CommandHash(r.Command), "command_hash")
			}
		}
	}
	return answer
}
