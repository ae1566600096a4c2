package tspi_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// distorted is our own classifier behind a reader with a fault: it classifies what
// that reader has made of the documents, and tells of the documents all that does
// not depend on it.
type distorted struct {
	own
	read func(input strict.Object) strict.Object
	tell func(input, answer strict.Object) strict.Object
}

func (d distorted) Classify(input strict.Object) (strict.Value, error) {
	answer, err := d.own.Classify(d.read(copied(input).(strict.Object)))
	if err != nil || d.tell == nil {
		return answer, err
	}
	return d.tell(input, copied(answer).(strict.Object)), nil
}

func at(o strict.Object, path ...string) strict.Value {
	var v strict.Value = o
	for _, name := range path {
		inner, _ := v.(strict.Object)
		v, _ = inner.Get(name)
	}
	return v
}

// linesRead rewrites each line of the text.
func linesRead(rewrite func(line string) string) func(strict.Object) strict.Object {
	return func(input strict.Object) strict.Object {
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
func first128(document, name string) func(strict.Object) strict.Object {
	return func(input strict.Object) strict.Object {
		if list, ok := at(input, document, name).(strict.Array); ok && len(list) > 128 {
			return put(input, list[:128], document, name)
		}
		return input
	}
}

// first128OfKinds leaves of a list of each kind its first 128 entries.
func first128OfKinds(name string) func(strict.Object) strict.Object {
	return func(input strict.Object) strict.Object {
		for _, kind := range at(input, "pressure_policy", "kinds").(strict.Array) {
			if list, ok := at(kind.(strict.Object), name).(strict.Array); ok && len(list) > 128 {
				put(kind.(strict.Object), list[:128], name)
			}
		}
		return input
	}
}

// withoutList knows no list of the policy's own.
func withoutList(name string) func(strict.Object) strict.Object {
	return func(input strict.Object) strict.Object {
		policy := slices.DeleteFunc(member(input, "pressure_policy"), func(m strict.Member) bool {
			return m.Name == name
		})
		return put(input, policy, "pressure_policy")
	}
}

// last128 leaves the last 128 registered helpers.
func last128(input strict.Object) strict.Object {
	if list, ok := at(input, "owner_classes", "registered_helpers").(strict.Array); ok {
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

func asNumbers(_, answer strict.Object) strict.Object {
	return inRows(func(row strict.Object) strict.Object {
		if n, err := strconv.Atoi(string(at(row, "pid").(strict.Number))); err == nil && n > apart &&
			n < apart+100_000 {
			return put(row, strict.NewInteger(int64(n-apart)), "pid")
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
func threshold(input strict.Object) strict.Object {
	if n, ok := at(input, "pressure_policy", "min_age_seconds").(strict.Number); ok {
		full, _ := strconv.ParseInt(string(n), 10, 64)
		return put(input, strict.NewInteger(int64(max(1, int32(full)))), "pressure_policy", "min_age_seconds")
	}
	return input
}

func givenThreshold(input, answer strict.Object) strict.Object {
	if n, ok := at(input, "pressure_policy", "min_age_seconds").(strict.Number); ok {
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
func hashes(input, answer strict.Object) strict.Object {
	table, _ := tspi.ParseTable(at(input, "process_table", "ps_text").(string), law.Hardened)
	for _, row := range rowsOf(answer) {
		pid := at(row.(strict.Object), "pid")
		for _, r := range table.Rows {
			if pid == strict.Value(strict.Number(strconv.Itoa(int(r.PID)))) && len(r.Command) > 4096 {
				put(row.(strict.Object), tspi.CommandHash(r.Command), "command_hash")
			}
		}
	}
	return answer
}
