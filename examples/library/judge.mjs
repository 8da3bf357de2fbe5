// Judges a sandbox with one fault planted, and prints what fails.
import { judge, startSandbox } from "assay";

const sandbox = await startSandbox({ clock: "frozen", faults: ["the window never closes"] });
try {
  const results = await judge(
    { name: "faulty sandbox", control: sandbox.control },
    { seed: 42, only: ["INST"], first: ["INST-4"], stopAtFirstFailure: true },
  );
  console.log(`${results.subject.name}: ${results.verdict}`);
  for (const { id, outcome, reason } of results.requirements) if (outcome === "fail") console.log(`${id}: ${reason}`);
} finally {
  await sandbox.close();
}
