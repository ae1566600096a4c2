package second

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/tspi-dev/harness/internal/strict"
)

// links is how many names a file has.
func links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}

// readFile reads a file of at most that many bytes; whole is false where it is
// larger. Opening does not wait for whoever writes into a pipe.
func readFile(root *os.Root, name string, limit int64) (data []byte, whole bool, err error) {
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, false, err
	}
	defer file.Close() // only read from
	var text bytes.Buffer
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		text.Grow(int(min(info.Size(), limit)) + bytes.MinRead) // a large body is read into place
	}
	_, err = text.ReadFrom(io.LimitReader(file, limit+1))
	return text.Bytes(), int64(text.Len()) <= limit, err
}

// judgeBody judges the bytes of a body: those that are hashed are those that are
// searched.
func (b *lane) judgeBody(module strict.Value, body []byte, whole bool, raise func(string)) {
	if !whole && !b.on("bodies-cut-off") || !utf8.Valid(body) && !b.on("bad-bytes-replaced") {
		raise(codeModule + "BODY_UNREADABLE")
		return
	}
	if !b.digestsRight(module, body) {
		raise(codeModule + "DIGEST_MISMATCH")
	}
	text := string(body)
	if !b.anchored(module, text) {
		raise(codeModule + "ANCHOR_MISSING")
	}
	if !b.on("bodies-unsearched") && b.bodyPath(text) {
		raise(codePath)
	}
	words := previewKeys
	if b.on("two-preview-words") {
		words = words[:2]
	}
	if holdsAny(text, words) {
		raise(codePreview)
	}
}

func (b *lane) digestsRight(module strict.Value, body []byte) bool {
	sum := sha256.Sum256(body)
	right, seen := hex.EncodeToString(sum[:]), 0
	for _, name := range []string{"sha256", "target_sha256"} {
		if !has(module, name) {
			continue
		}
		seen++
		declared, isText := get(module, name).(string)
		if !isText && b.on("strange-digests-pass") || name == "sha256" && b.on("target-digest-only") {
			continue
		}
		if b.on("any-prefix") {
			declared = declared[strings.LastIndexByte(declared, ':')+1:]
		}
		if b.on("prefix-refused") {
			declared = strings.Replace(declared, "sha256:", "?", 1)
		}
		if b.on("digests-in-capitals") {
			declared = lower(declared)
		}
		if strings.TrimPrefix(declared, "sha256:") != right && !b.on("digests-believed") {
			return false
		}
		if b.on("first-digest-only") {
			return true
		}
	}
	return seen == 2 || seen == 1 && (!b.hardened() || b.on("one-digest-is-enough"))
}

func (b *lane) anchored(module strict.Value, text string) bool {
	anchors, _ := get(module, "required_anchors").(strict.Array)
	if b.on("any-anchor") {
		for _, anchor := range anchors {
			if s, ok := anchor.(string); ok && s != "" && strings.Contains(text, s) {
				return true
			}
		}
	}
	for _, anchor := range anchors {
		s, ok := anchor.(string)
		if b.on("anchors-in-one-line") && strings.Contains(s, "\n") {
			return false
		}
		if b.hardened() && (!ok || s == "") && !b.on("bad-anchors-skipped") {
			return false
		}
		if !strings.Contains(text, s) {
			return false
		}
	}
	return len(anchors) > 0 || !b.hardened() || b.on("no-anchors-needed")
}

// bodyPath looks for home folders in a source text.
func (b *lane) bodyPath(text string) bool {
	if b.corePath(text) {
		return true
	}
	roots := bodyRoots
	if b.on("system-folders-in-bodies") {
		roots = recordRoots
	}
	return b.hardened() && !b.on("bodies-by-core") && (b.rootedPath(b.withoutAddresses(text), roots, false) ||
		windowsHome(text, `\`) || windowsHome(text, `\\`))
}
