package scripts_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	docLink    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	docHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	docCode    = regexp.MustCompile("(?ms)^```.*?^```|`[^`\n]*`")
	notInSlug  = regexp.MustCompile(`[^a-z0-9 _-]`)
)

// brokenLinks are the links of a page to files of ours that are not there, and to
// headings that their page has not. exists and read look at a file relative to the
// page.
func brokenLinks(page string, exists func(string) bool, read func(string) string) []string {
	var broken []string
	for _, match := range docLink.FindAllStringSubmatch(docCode.ReplaceAllString(page, ""), -1) {
		link := match[1]
		if strings.Contains(link, "://") {
			continue
		}
		file, heading, hasHeading := strings.Cut(link, "#")
		text := page
		if file != "" {
			if !exists(file) {
				broken = append(broken, link)
				continue
			}
			text = ""
			if hasHeading {
				text = read(file)
			}
		}
		if hasHeading && !hasAnchor(text, heading) {
			broken = append(broken, link)
		}
	}
	return broken
}

// hasAnchor reports whether a page has a heading that is linked to so.
func hasAnchor(page, anchor string) bool {
	for _, match := range docHeading.FindAllStringSubmatch(page, -1) {
		slug := notInSlug.ReplaceAllString(strings.ToLower(match[1]), "")
		if strings.ReplaceAll(slug, " ", "-") == anchor {
			return true
		}
	}
	return false
}

// Guards CONTRIBUTING.md: a reader who follows a link gets there, and every page
// is to be found from the index.
func TestDocumentationLinks(t *testing.T) {
	root := ".."
	index := ""
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/how-to/*.md", "testdata/*/README.md"} {
		pages, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(pages) == 0 {
			t.Fatalf("%s: %d pages, %v", pattern, len(pages), err)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			at := func(file string) string { return filepath.Join(filepath.Dir(page), filepath.FromSlash(file)) }
			exists := func(file string) bool { _, err := os.Stat(at(file)); return err == nil }
			read := func(file string) string { text, _ := os.ReadFile(at(file)); return string(text) }
			for _, link := range brokenLinks(string(text), exists, read) {
				t.Errorf("%s: the link to %s leads nowhere", page, link)
			}
			if page == filepath.Join(root, "docs", "README.md") {
				index = string(text)
			}
		}
	}
	for _, pattern := range []string{"docs/*.md", "docs/how-to/*.md"} {
		pages, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		for _, page := range pages {
			link, err := filepath.Rel(filepath.Join(root, "docs"), page)
			if err != nil {
				t.Fatal(err)
			}
			if link != "README.md" && !strings.Contains(index, "]("+filepath.ToSlash(link)+")") {
				t.Errorf("docs/README.md does not lead to %s", link)
			}
		}
	}
}

// The check can fail.
func TestBrokenLinksAreFound(t *testing.T) {
	const page = "# One two\n[a](there.md) [b](missing.md) [c](#one-two) [d](#three) [e](there.md#its-part) [f](there.md#other) [g](https://example.org/x) `[h](code.md)`\n```text\n[i](block.md)\n```\n"
	got := brokenLinks(page, func(file string) bool {
		return file == "there.md"
	}, func(string) string { return "## Its part?\n" })
	if strings.Join(got, " ") != "missing.md #three there.md#other" {
		t.Errorf("got %q", got)
	}
}
