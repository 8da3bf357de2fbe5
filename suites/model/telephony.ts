import type { Fixtures } from "../../harness/target.ts";
import { documentedValues } from "../../specs/schemas/values.ts";
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

/** Knowledge of the integration of a Location: never enabled in a fresh world, and then as was last accepted. */
type Integration = "never enabled" | "enabled" | "disabled";

/** Knowledge at the reading of a history. */
interface HistoryRead {
  location: string;
  calls: readonly Call[];
  /** True if no one else telephones. */
  isOurs: boolean;
  /** The clients of the Location, as far as they are known. */
  clients: readonly Call[];
}

/** The acts of a telephony system at the fixtures' Location, and the histories of its chain that show them. */
export class Telephony {
  integration: Integration | undefined;
  /** The Location of the integration. */
  readonly #own: string;
  /** Another Location that may be of its chain; undefined where none is known. */
  readonly #other: string | undefined;
  /** The calls of these days that each history showed last, by Location. */
  readonly #shown = new Map<string, Set<unknown>>();
  /** The call that was saved since, the Locations whose histories were read since, and their new calls. */
  #saved: { values: Call; integration: Integration; read: Set<string>; elsewhere: Call[] } | undefined;

  constructor({ location_id, second_location_id }: Partial<Fixtures>, isFresh: boolean) {
    this.#own = String(location_id);
    this.#other = second_location_id === undefined ? undefined : String(second_location_id);
    this.integration = isFresh ? "never enabled" : undefined;
  }

  /** Notes that a call was sent to be saved. */
  save(values: Call): void {
    this.#saved =
      this.integration === undefined || this.#saved
        ? undefined
        : { values, integration: this.integration, read: new Set(), elsewhere: [] };
    if (!this.#saved) this.#shown.clear();
  }

  /** A call that was saved is in a history of the chain, with the values that were sent; one that was sent while disabled is in none. */
  judge({ location, calls, isOurs, clients }: HistoryRead): Clause[] {
    const shown = this.#shown.get(location);
    if (!shown || !this.#saved) return [];
    const { values, integration, read, elsewhere } = this.#saved;
    const fresh = calls.filter(({ id }) => !shown.has(id));
    const isRight = (call: Call) => otherValues(values, call, isSame).length === 0;
    const right = fresh.filter(isRight);
    if (integration !== "enabled")
      return [
        {
          cell: integration === "disabled" ? "VOIP-3" : "VOIP-6",
          holds: right.length === 0,
          found: `a call that was saved while ${integration}`,
          expected: "no call",
          pointer: "/data",
          provided: "saved call",
        },
      ];
    const alike = right.flatMap((call) => [
      ...clientClauses(call, clients, isOurs && location === this.#own),
      ...elsewhere.filter(isSameCall(call)).map((other) => sameClause(call, other)),
    ]);
    // Which histories of the chain show a call follows from routing settings, which are not shown.
    if (location !== this.#own || (right.length === 0 && elsewhere.some(isRight))) return alike;
    if (fresh.length === 0 && (calls.length >= fewCalls || (this.#other && !read.has(this.#other)))) return [];
    const [other] = fresh;
    const wrong = other && right.length === 0 ? otherValues(values, other, isSame) : [];
    // Others may have telephones too.
    if (wrong.length > 0 && !isOurs) return [];
    return [
      ...alike,
      {
        cell: "VOIP-2",
        holds: right.length > 0,
        found: other ? `a call with another ${wrong.join(", ")}` : "a history without the call that was saved",
        expected: other ? JSON.stringify(wrong.map((name) => values[name])) : "the call",
        pointer: "/data",
      },
    ];
  }

  /** Notes what a history shows. Returns whether the call that was saved stands there. */
  learn({ location, calls }: HistoryRead): boolean {
    const saved = this.#saved;
    const shown = this.#shown.get(location);
    const fresh = calls.filter(({ id }) => shown?.has(id) === false);
    const isThere = saved?.integration === "enabled" && fresh.length > 0;
    this.#shown.set(location, new Set(calls.map(({ id }) => id)));
    if (location === this.#own) this.#saved = undefined;
    else if (shown) {
      if (calls.length < fewCalls) saved?.read.add(location);
      saved?.elsewhere.push(...fresh);
    }
    return isThere;
  }

  /** Forgets what the histories showed: one was replaced. */
  forget(): void {
    this.#shown.clear();
  }
}

/** A call names the client whose number called, and none that has another number. */
function clientClauses({ client_id, caller_phone }: Call, clients: readonly Call[], isOurs: boolean): Clause[] {
  const callers = clients.filter(({ phone }) => String(phone) === String(caller_phone));
  const named = clients.find(({ id }) => String(id) === String(client_id));
  if (!isOurs || clients.length === 0) return [];
  return [
    {
      cell: "CALL-18",
      holds: callers.length > 0 ? callers.some(({ id }) => id === client_id) : named === undefined,
      found: `client_id ${String(client_id)} for ${String(caller_phone)}`,
      expected:
        callers.length > 0 ? callers.map(({ id }) => String(id)).join(" or ") : "0, since no client has the number",
      pointer: "/data",
    },
  ];
}

const isSameCall =
  ({ id, caller_phone }: Call) =>
  (other: Call): boolean =>
    other.id === id && other.caller_phone === caller_phone;

/** A call reads the same in each history, but for its client: each Location may have clients of its own. */
function sameClause(call: Call, other: Call): Clause {
  const name = Object.keys(call).find(
    (field) => field !== "client_id" && field in other && JSON.stringify(other[field]) !== JSON.stringify(call[field]),
  );
  return {
    cell: "VOIP-7",
    holds: name === undefined,
    found: name === undefined ? "" : `${name} ${JSON.stringify(call[name])}`,
    expected: name === undefined ? "" : `${JSON.stringify(other[name])}, as in another history of the chain`,
    pointer: "/data",
  };
}
