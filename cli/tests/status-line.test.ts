import { expect, test } from "vitest";
import { statusLine } from "../terminal/status-line.ts";
import { memoryIo } from "../testing/memory-io.ts";

test("in a build, progress is a line every ten seconds, and none where it is switched off", () => {
  const io = memoryIo({ env: { ASSAY_PROGRESS: "" } });
  let time = 0;
  const line = statusLine(io, () => time);
  for (time = 0; time <= 25_000; time += 1_000) line.show(`${time / 1000} of 25 proofs`);
  line.clear();
  expect(io.printed.stderr).toBe("assay: 10 of 25 proofs\nassay: 20 of 25 proofs\n");
  const silent = memoryIo();
  time = 0;
  const other = statusLine(silent, () => time);
  time = 60_000;
  other.show("1 of 2 proofs");
  expect(silent.printed.stderr).toBe("");
});

test("at a terminal, it is one line that is written over", () => {
  const io = memoryIo({ columns: 20 });
  const line = statusLine(io);
  line.show("1 of 2: the owner connects an application");
  line.clear();
  expect(io.printed.stderr).toBe("\r\u001b[K1 of 2: the owner c\r\u001b[K");
});
