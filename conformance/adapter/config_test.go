package adapter

import (
	"strings"
	"testing"
	"time"
)

// harness.md, sections 1 and 6: 10 s a case, 30 s a start; one message has at
// most 64 MiB.
func TestDefaults(t *testing.T) {
	cfg, err := Config{Command: []string{"x"}}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Timeout != 10*time.Second || cfg.StartTimeout != 30*time.Second || cfg.MaxMessageBytes != 67108864 ||
		cfg.MaxStderrBytes != 65536 || cfg.Grace != 2*time.Second {
		t.Errorf("got %+v", cfg)
	}
}

// What cannot be meant is refused before anything is started; each differs in one
// fact from what is accepted.
func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Config)
		want   string // words of the error, "" for none
	}{
		{"nothing wrong", func(*Config) {}, ""},
		{"own limits", func(c *Config) { c.Timeout, c.MaxStderrBytes = time.Hour, 1 }, ""},
		{"no command", func(c *Config) { c.Command = nil }, "command"},
		{"an empty program", func(c *Config) { c.Command = []string{"", "a"} }, "command"},
		{"a negative time-out", func(c *Config) { c.Timeout = -1 }, "Timeout"},
		{"a negative start time-out", func(c *Config) { c.StartTimeout = -1 }, "StartTimeout"},
		{"a negative grace", func(c *Config) { c.Grace = -1 }, "Grace"},
		{"a negative message", func(c *Config) { c.MaxMessageBytes = -1 }, "MaxMessageBytes"},
		{"a negative tail", func(c *Config) { c.MaxStderrBytes = -1 }, "MaxStderrBytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := Config{Command: []string{"x"}}
			tt.change(&cfg)
			_, err := New(cfg)
			if tt.want == "" && err != nil {
				t.Errorf("refused: %v", err)
			}
			if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("got %v, want an error about %s", err, tt.want)
			}
		})
	}
}
