package tspi

import (
	"fmt"
	"math/rand"
	"strings"
)

// WithOtherEtimes returns the table with each age in another of ps's forms, which
// changes no answer. Unreadable rows keep what they have.
func (t *Table) WithOtherEtimes(rng *rand.Rand) *Table {
	c := t.changed()
	for _, row := range c.Rows() {
		if !row.BadColumn {
			forms := etimes(row.Age)
			row.Etime = forms[rng.Intn(len(forms))]
		}
	}
	return c
}

// etimes are the ways in which ps and its like write an age.
func etimes(age int64) []string {
	d, h, m, s := age/86400, age/3600%24, age/60%60, age%60
	forms := []string{
		fmt.Sprint(age),
		fmt.Sprintf("%012d", age),
		fmt.Sprintf("%d:%02d", age/60, s),
		fmt.Sprintf("%05d:%02d", age/60, s),
		fmt.Sprintf("%d:%02d:%02d", age/3600, m, s),
		fmt.Sprintf("%d-%02d:%02d:%02d", d, h, m, s),
		fmt.Sprintf("%04d-%02d:%02d:%02d", d, h, m, s),
	}
	if m == 0 && age >= 3600 { // as macOS prints exact boundaries
		forms = append(forms, fmt.Sprintf("%d:60:%02d", age/3600-1, s))
	}
	if h == 0 && d > 0 {
		forms = append(forms, fmt.Sprintf("%d-24:%02d:%02d", d-1, m, s))
	}
	return forms
}

// WithOtherCPUs returns the table with each pcpu spelt otherwise: a comma for a
// point, zeros before and behind.
func (t *Table) WithOtherCPUs(rng *rand.Rand) *Table {
	c := t.changed()
	for _, row := range c.Rows() {
		if row.BadColumn {
			continue
		}
		whole, fraction, _ := strings.Cut(strings.ReplaceAll(row.CPU, ",", "."), ".")
		if len(whole) > 8 || len(fraction) > 8 {
			continue // there is no room for zeros
		}
		forms := []string{whole + "." + fraction + "0", whole + "," + fraction + "0", "0" + whole + "." + fraction +
			"0"}
		if strings.Trim(fraction, "0") == "" {
			forms = append(forms, whole)
		}
		row.CPU = forms[rng.Intn(len(forms))]
	}
	return c
}

// WithOtherGaps returns the table with other blanks between the columns.
func (t *Table) WithOtherGaps(rng *rand.Rand) *Table {
	c := t.changed()
	gaps := []string{" ", "\t", "   ", "\t\t", " \t"}
	for _, row := range c.Rows() {
		row.Gap = gaps[rng.Intn(len(gaps))]
	}
	return c
}
