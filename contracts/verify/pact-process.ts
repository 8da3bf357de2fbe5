import { Verifier, type VerifierOptions } from "@pact-foundation/pact-core";

/** The answer of this process: the verifier's report as JSON text, or why there is none. */
export type PactAnswer = { report: string } | { problem: string };

// Pact prints to standard output from native code and reads its environment when that code loads, so it needs a process of its own.
process.once("message", (options: VerifierOptions) => {
  const reply = (answer: PactAnswer) => process.send?.(answer, () => process.disconnect());
  new Verifier(options).verify().then(
    (report) => reply({ report }),
    ({ message }: Error) => reply(message.startsWith("{") ? { report: message } : { problem: message }),
  );
});
