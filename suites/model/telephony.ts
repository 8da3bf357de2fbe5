import { documentedValues } from "../../specs/values.ts";
import { hasDigits } from "../rules/filters.ts";
import type { Clause } from "./clause.ts";
import { otherValues } from "./examples.ts";
import { isSameMoment } from "./lists/values.ts";

type Call = Readonly<Record<string, unknown>>;

/** The fields of a call that show what was saved; a number may be written in another way. */
const isSame = (name: string, sent: unknown, shown: unknown): boolean => {
  if (name === "caller_phone") return hasDigits(shown, sent) || hasDigits(sent, shown);
  if (name === "call_date") return isSameMoment(shown, sent);
  // A telephony system may mean something else by a word that is none of the history's.
  if (name === "type" || name === "status")
    return sent === shown || !documentedValues("listCalls", name).includes(String(sent));
  return !["duration", "record_link"].includes(name) || String(sent) === String(shown);
};

/** A page with so few calls has all of them, whatever its size is. */
const fewCalls = 10;

/** What a telephony system did at the fixtures' Location. */
export class Telephony {
  /** Whether the integration is enabled, as far as that was accepted. */
  isEnabled: boolean | undefined;
  /** The calls of these days that the history showed last. */
  #shown: Set<unknown> | undefined;
  /** The call that was saved since. */
  #saved: { values: Call; wasEnabled: boolean } | undefined;

  /** Notes that a call was sent to be saved. */
  save(values: Call): void {
    this.#saved = this.isEnabled === undefined || this.#saved ? undefined : { values, wasEnabled: this.isEnabled };
    if (!this.#saved) this.#shown = undefined;
  }

  /** A call that was saved is in the history, with the values that were sent; one that was sent while disabled is not. */
  judge(calls: readonly Call[], isOurs: boolean): Clause[] {
    if (!this.#shown || !this.#saved) return [];
    const { values, wasEnabled } = this.#saved;
    const fresh = calls.filter(({ id }) => !this.#shown?.has(id));
    const right = fresh.filter((call) => otherValues(values, call, isSame).length === 0);
    if (!wasEnabled)
      return [
        {
          cell: "VOIP-3",
          holds: right.length === 0,
          found: "a call that was saved while disabled",
          expected: "no call",
          pointer: "/data",
          provided: "saved call",
        },
      ];
    if (fresh.length === 0 && calls.length >= fewCalls) return [];
    const [other] = fresh;
    const wrong = other && right.length === 0 ? otherValues(values, other, isSame) : [];
    // Others may have telephones too.
    if (wrong.length > 0 && !isOurs) return [];
    return [
      {
        cell: "VOIP-2",
        holds: right.length > 0,
        found: other ? `a call with another ${wrong.join(", ")}` : "a history without the call that was saved",
        expected: other ? JSON.stringify(wrong.map((name) => values[name])) : "the call",
        pointer: "/data",
      },
    ];
  }

  /** Notes what the history shows. Returns whether the call that was saved stands there. */
  learn(calls: readonly Call[]): boolean {
    const isThere = this.#saved?.wasEnabled === true && calls.some(({ id }) => this.#shown?.has(id) === false);
    this.#shown = new Set(calls.map(({ id }) => id));
    this.#saved = undefined;
    return isThere;
  }

  /** Forgets what the history showed: it was replaced. */
  forget(): void {
    this.#shown = undefined;
  }
}
