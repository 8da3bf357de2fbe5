import { embedded, receivingHere } from "../../library/embedded.ts";
import { judgeTarget } from "../../library/judge.ts";
import { createSandbox } from "../../sandbox/create-sandbox.ts";
import { rightBehaviour, sampledFaults } from "./sample.ts";

// assay in a process of its own: it is given a fault, judges a server with it until something fails, and reports what did.
process.on("message", (name: string) => {
  void (async () => {
    const behaviour =
      sampledFaults()
        .find((fault) => fault.name === name)
        ?.behaviour() ?? rightBehaviour();
    const sandbox = await createSandbox({ ...receivingHere, behaviour });
    const { results } = await judgeTarget(embedded(sandbox), { stopAtFirstFailure: name !== "" });
    await sandbox.close();
    const { requests, requirements } = results;
    const failed = requirements.flatMap(({ id, outcome }) => (outcome === "fail" || outcome === "warn" ? [id] : []));
    process.send?.({ failed, requests });
  })();
});
