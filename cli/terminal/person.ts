import { createInterface } from "node:readline/promises";
import type { PartnerProfile } from "../../harness/profiles/partner-profile.ts";
import type { Helper } from "../../harness/session.ts";
import type { Person } from "../../suites/partner/context.ts";
import type { Io } from "../io/io.ts";
import { isAddress } from "../options/is-address.ts";

/** The time that someone may take to type an answer, in milliseconds. */
const answerWithin = 300_000;

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Someone at the terminal, who does what the profile does not say how to do, and answers questions. */
export interface PersonAtTerminal extends Person {
  /** Asks for addresses that claims need and the profile lacks; a claim whose address is left empty is untestable. */
  askForAddresses(profile: PartnerProfile): Promise<PartnerProfile>;
  /** Waits until someone says that the application uses the addresses and credentials. */
  confirmSet(): Promise<void>;
}

/** Someone at the terminal; one who types Ctrl-C interrupts. */
export function personAt(io: Io, interruption: AbortController): PersonAtTerminal {
  const ask = (text: string) => question(io, interruption, text);
  return {
    instruct(task, seconds) {
      const deadline = Date.now() + seconds * 1000;
      const left = () => Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
      const lines = wrap(`> ${task}`, (io.stderr.columns || 80) - 1);
      const show = () => io.stderr.write(`\r\u001b[K  (${clock(left())} left)`);
      io.stderr.write(`\r\u001b[K${lines.join("\n")}\n`);
      show();
      // Only the time is written over: a task that wraps would fill the screen.
      const timer = setInterval(show, 1_000);
      return {
        done() {
          clearInterval(timer);
          // A finished line goes away, so that the addresses and tokens above stay in sight.
          io.stderr.write(`\r\u001b[${lines.length}A\u001b[J`);
        },
      };
    },
    async askForAddresses(profile) {
      const typed: Partial<PartnerProfile> = {};
      for (const [claim, key] of neededAddresses) {
        if (!profile.claims.includes(claim) || profile[key]) continue;
        const url = await askForAddress(
          io,
          ask,
          `${key} of ${profile.name} (claim ${claim}; empty if there is none): `,
        );
        if (url) typed[key] = url;
      }
      return { ...profile, ...typed };
    },
    confirmSet: async () => void (await ask("Press Enter once the application uses these: ")),
  };
}

/** Someone at the terminal who helps with a live target: they read what to do, and press Enter once it is done. */
export const helperAt = (io: Io, interruption: AbortController): Helper => ({
  async ask(task) {
    io.stderr.write("\n");
    return (
      (await question(io, interruption, `${task}. Press Enter once it is done, or type s to skip: `, "done")) === "done"
    );
  },
});

/** A text in lines of so many characters at most, broken between words. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : `  ${word}`);
  }
  return lines;
}

/** The addresses that claims need. */
const neededAddresses = [
  ["webhooks", "webhook_url"],
  ["lifecycle", "lifecycle_webhook_url"],
] as const;

/** The typed answer; nothing when the person ends the input, takes too long, or interrupts. */
async function question(
  { stdin, stderr }: Io,
  interruption: AbortController,
  text: string,
  whenEmpty = "",
): Promise<string> {
  if (interruption.signal.aborted) return "";
  const terminal = createInterface({ input: stdin, output: stderr });
  const closed = new Promise<string>((over) => terminal.once("close", () => over("")));
  terminal.once("SIGINT", () => interruption.abort());
  try {
    const signal = AbortSignal.any([interruption.signal, AbortSignal.timeout(answerWithin)]);
    const typed = terminal.question(text, { signal }).then((line) => line.trim() || whenEmpty);
    return await Promise.race([typed, closed]);
  } catch {
    return "";
  } finally {
    terminal.close();
  }
}

/** An address that someone types; asked again until it is one, or empty. */
async function askForAddress({ stderr }: Io, ask: (text: string) => Promise<string>, text: string): Promise<string> {
  for (;;) {
    const typed = await ask(text);
    if (typed === "" || isAddress(typed)) return typed;
    stderr.write(`${typed} is not an http or https address; an example is http://127.0.0.1:4100/hooks\n`);
  }
}
