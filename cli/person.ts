import { createInterface } from "node:readline/promises";
import type { PartnerProfile } from "../harness/partner-profile.ts";
import type { Person } from "../suites/partner/context.ts";

/** How long somebody may take to type an answer, in milliseconds. */
const answerWithin = 300_000;

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Somebody at the terminal, who sees what to do and how much time is left. */
export function personAt(terminal: NodeJS.WriteStream): Person {
  return {
    tell(task, seconds) {
      const deadline = Date.now() + seconds * 1000;
      const left = () => Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
      const show = () => terminal.write(`\r\u001b[K> ${task} (${clock(left())} left)`);
      show();
      const timer = setInterval(show, 1_000);
      return {
        done() {
          clearInterval(timer);
          terminal.write("\n");
        },
      };
    },
  };
}

/** What somebody types; nothing when they end the input, take too long, or press Ctrl-C, which is passed on. */
const question = async (text: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((over) => terminal.once("close", () => over("")));
  terminal.once("SIGINT", () => {
    terminal.close();
    process.kill(process.pid, "SIGINT");
  });
  try {
    const typed = terminal.question(text, { signal: AbortSignal.timeout(answerWithin) });
    return (await Promise.race([typed, closed])).trim();
  } catch {
    return "";
  } finally {
    terminal.close();
  }
};

/** An address that somebody types, asked for until it is one; empty if there is none. */
async function address(text: string): Promise<string> {
  for (;;) {
    const typed = await question(text);
    if (typed === "" || /^https?:\/\/[^/]/.test(typed)) return typed;
    process.stderr.write(`${typed} is not an http or https address; an example is http://127.0.0.1:4100/hooks\n`);
  }
}

/** Asks for addresses that claims need and the profile lacks; a claim whose address is left empty is untestable. */
export async function askForAddresses(profile: PartnerProfile): Promise<PartnerProfile> {
  const needed = { webhooks: "webhook_url", lifecycle: "lifecycle_webhook_url" } as const;
  const typed: Partial<PartnerProfile> = {};
  for (const claim of ["webhooks", "lifecycle"] as const) {
    const key = needed[claim];
    if (!profile.claims.includes(claim) || profile[key]) continue;
    const url = await address(`${key} of ${profile.name} (claim ${claim}; empty if there is none): `);
    if (url) typed[key] = url;
  }
  return { ...profile, ...typed };
}

/** Waits until somebody says that the application uses the addresses and credentials. */
export const confirmTold = (): Promise<string> => question("Press Enter once the application uses these: ");
