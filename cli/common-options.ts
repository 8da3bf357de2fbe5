/** Options that several commands take. */
export const noExec = [
  "--no-exec",
  "refuse to run what a profile names: start.command, provoke.command, control.adapter",
] as const;

export const json = ["--json", "print one JSON document to standard output, and nothing else"] as const;
