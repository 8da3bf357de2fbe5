import type { Readable, Writable } from "node:stream";
import { confirm, intro, isCancel, multiselect, outro, select, text } from "@clack/prompts";
import type { Claim } from "../../harness/profiles/partner-profile.ts";
import type { ProfileValues } from "../../library/write-profile.ts";
import { claims } from "../../suites/partner/claims.ts";
import type { Io } from "../io/io.ts";
import { isAddress } from "../options/is-address.ts";
import type { SandboxNote } from "../sandboxes/running-sandboxes.ts";

/** Answers about a profile that is to be written. */
export interface InitAnswers {
  kind: "target" | "partner";
  /** An address of the target's API. */
  url?: string;
  control?: string;
  values: ProfileValues;
}

/** Someone ended the questions. */
class Cancelled extends Error {}

/** Asks someone at a terminal for what a profile needs; undefined when they end it. */
export async function askForProfile(io: Io): Promise<InitAnswers | undefined> {
  const questions = new Questions(io);
  try {
    return await questions.all();
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    throw error;
  }
}

/** Asks someone at a terminal which sandbox is meant; undefined when they end it. */
export async function askForSandbox(
  message: string,
  notes: readonly SandboxNote[],
  { stdin, stdout }: Io,
): Promise<SandboxNote | undefined> {
  const chosen = await select({
    message,
    options: notes.map((value) => ({ value, label: value.control.url, hint: `started from ${value.folder}` })),
    input: stdin as Readable,
    output: stdout as Writable,
  });
  return isCancel(chosen) ? undefined : chosen;
}

const isAddressOrNothing = (typed: string | undefined) => !typed || isAddress(typed);
const isId = (typed: string | undefined) => !typed || /^\d+$/.test(typed);

class Questions {
  readonly #streams: { input: Readable; output: Writable };

  constructor({ stdin, stdout }: Io) {
    this.#streams = { input: stdin as Readable, output: stdout as Writable };
  }

  async all(): Promise<InitAnswers> {
    intro("A profile for assay; Ctrl-C ends this, and nothing is written", this.#streams);
    const kind = await this.#take(
      select({
        message: "What is it about?",
        options: [
          { value: "target" as const, label: "a provider of the API, to judge it" },
          { value: "partner" as const, label: "an application of a partner, to certify it" },
        ],
        ...this.#streams,
      }),
    );
    const answers = kind === "target" ? await this.#target() : await this.#partner();
    outro("Thank you", this.#streams);
    return answers;
  }

  async #target(): Promise<InitAnswers> {
    const url = await this.#address("Address of its API, such as https://api.example/api/v1");
    const control = await this.#text(
      `Address of its control protocol${url ? ", if it has one" : ""}`,
      (typed) => isAddressOrNothing(typed) && (Boolean(url) || Boolean(typed)),
      "give an http or https address; one of the two is needed",
    );
    if (control && !url) return { kind: "target", control, values: {} };
    const location_id = await this.#id("Id of a Location to read, if there is one");
    const application_id = await this.#id("Id of your application, if there is one");
    const mutations = await this.#take(
      confirm({
        message: "May checks change something there (install, uninstall)?",
        initialValue: false,
        ...this.#streams,
      }),
    );
    const fixtures = { ...(location_id ? { location_id } : {}), ...(application_id ? { application_id } : {}) };
    return {
      kind: "target",
      ...(url ? { url } : {}),
      ...(control ? { control } : {}),
      values: { ...(Object.keys(fixtures).length > 0 ? { fixtures } : {}), allow: { mutations, bursts: false } },
    };
  }

  async #partner(): Promise<InitAnswers> {
    const name = await this.#text("Name of the application", (typed) => Boolean(typed), "give a name");
    const chosen = await this.#take(
      multiselect({
        message: "What does it claim?",
        options: (Object.keys(claims) as Claim[]).map((value) => ({ value, label: value })),
        ...this.#streams,
      }),
    );
    const command = await this.#text("Command that starts it; empty if it runs already");
    const ready = command ? await this.#address("Address that answers 2xx once it is ready, if there is one") : "";
    const values: ProfileValues = {
      name,
      claims: chosen,
      ...(command ? { start: { command, ...(ready ? { ready } : {}) } } : {}),
    };
    for (const claim of chosen) Object.assign(values, await this.#way(claim, values));
    return { kind: "partner", values };
  }

  /** How a claim is tried. */
  async #way(claim: Claim, values: ProfileValues): Promise<ProfileValues> {
    const { key } = claims[claim];
    const url = await this.#address(`${key}, for the claim ${claim}`);
    if (!url) return {};
    const [group = key, action] = key.split(".");
    if (key.endsWith("_url")) return { [key]: url };
    const ask = { url, body: { location_id: "{location_id}" } };
    return action ? { [group]: { ...(values[group] as object | undefined), [action]: ask } } : { [group]: ask };
  }

  #address = (message: string): Promise<string> =>
    this.#text(message, isAddressOrNothing, "give an http or https address");

  #id = async (message: string): Promise<number | undefined> =>
    Number(await this.#text(message, isId, "give a number")) || undefined;

  async #text(
    message: string,
    isRight: (typed: string | undefined) => boolean = () => true,
    fix = "",
  ): Promise<string> {
    const typed = await this.#take(
      text({ message, validate: (value) => (isRight(value) ? undefined : fix), ...this.#streams }),
    );
    return typed?.trim() ?? "";
  }

  async #take<T>(asked: Promise<T>): Promise<Exclude<T, symbol>> {
    const answer = await asked;
    if (isCancel(answer)) throw new Cancelled();
    return answer as Exclude<T, symbol>;
  }
}
