import { spawn } from "node:child_process";

/**
 * Runs in a shell once our end of its pipe closes without a word, as it does when this process is killed: it ends a process group, and everything else whose
 * environment bears a mark, which only Linux lets it find.
 */
const script = `
read -r line && exit 0
kill -TERM -"$1" 2>/dev/null
sleep 1
kill -KILL -"$1" 2>/dev/null
for file in /proc/[0-9]*/environ; do
  if grep -q "$2" "$file" 2>/dev/null; then
    pid="\${file#/proc/}"
    kill -KILL "\${pid%/environ}" 2>/dev/null
  fi
done
`;

/** Ties a process group to the life of this process: should it die, however suddenly, the group is ended. Answers with how to end the watch. */
export function superviseGroup(group: number, mark: string): () => void {
  if (process.platform === "win32") return () => undefined;
  const shell = spawn("/bin/sh", ["-c", script, "assay-supervisor", String(group), mark], {
    // Anyone who ends our process group must not end the supervisor with it.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without a shell, an application still ends with a certification that comes to its end.
  shell.on("error", () => undefined);
  shell.stdin.on("error", () => undefined);
  shell.unref();
  return () => shell.stdin.end("done\n");
}
