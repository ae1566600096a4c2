//go:build linux

package stage

import (
	"context"
	"os"
	"testing"
	"time"
)

func TestTry(t *testing.T) {
	spec := Spec{Actors: []Actor{
		{PID: 1, Age: 90000, Command: "/usr/lib/systemd/systemd --system"},
		{PID: 300, PPID: 1, Age: 80000, Command: "/usr/sbin/sshd -D", Service: true},
		{PID: 310, PPID: 300, Age: 7000, Command: "claude --resume"},
		{PID: 320, PPID: 310, Age: 6000, Command: "node /srv/notes-mcp/dist/index.js", Listen: 8080},
		{PID: 330, PPID: 1, Age: 3600, Command: "node /opt/x/mcp-server-filesystem /data"},
		{PID: 340, PPID: 310, Age: 300, Command: "gone", Zombie: true},
		{PID: 350, PPID: 310, Age: 300, Command: "vim x", Connect: 8080},
	}, Command: []string{"/bin/sh", "-c", os.Getenv("TRY")}, Env: os.Environ(), Timeout: 20 * time.Second}
	start := time.Now()
	o, err := Run(context.Background(), spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v %+v\n%s\n%s", time.Since(start), o.Fates, o.Stdout, o.Stderr)
	o.Stdout, o.Stderr = nil, nil
	t.Logf("%+v", o)
}
