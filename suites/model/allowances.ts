import { minutes, seconds } from "../../base/durations.ts";
import { counted } from "../../base/text/wording.ts";
import { limit } from "../../specs/limits.ts";
import { policyOf, type RatePolicy } from "../rules/rate-rules.ts";
import { type Clause, statusClause } from "./clause.ts";
import type { Seen } from "./seen.ts";
import { authorizationIn } from "./tokens.ts";

/** The allowance that a v3 page states, and when. */
interface Allowance extends RatePolicy {
  left: number;
  earliest: number;
  latest: number;
}

/** The number of requests that a series has; a policy that frees up quickly may hide fewer. */
const seriesLength = 4;

/** How exactly it is known when an earlier request leaves a window that slides: some count in whole seconds. */
const imprecision = seconds(2);

/** The number of times of requests that are kept: more than a policy's window is likely to hold. */
const maxTimes = 10_000;

/** The number of v1 requests in a minute that show that none is refused within the rate. */
const showingRate = 30;

const isCount = (text: string | undefined): boolean => /^\s*\d+\s*$/.test(text ?? "");

/** Keeps a time among others, of which the oldest go. */
function keep(times: number[], time: number): void {
  times.push(time);
  if (times.length > maxTimes) times.shift();
}

/** When an id came: in which world and, if ids are numbers that begin anew with each, which number it was at least and at most. */
interface Numbered {
  world: number;
  least: number;
  most: number;
}

/** How much faster than requests a number may rise that a platform also gives to what else it does. */
const spread = (requests: number): number => 4 * requests + 100;

/** The allowance of one credential at v3. */
class Credential {
  /** When its requests were answered, and when they were served. */
  readonly #answered: number[] = [];
  readonly #served: number[] = [];
  /** The page right before. */
  #last: Allowance | undefined;
  /** Pages that came one right after the other. */
  readonly #series: Allowance[] = [];
  /** True if what is left did not fall in the last series. */
  #hasStood = false;
  /** The number of requests that were left, as far as that is known. */
  #left: number | undefined;
  /** When it may send again, after a refusal: between these two, since the refusal took time. */
  #refusedUntil: { earliest: number; latest: number } | undefined;
  /** The policy that was named last. */
  #policy: RatePolicy | undefined;

  /** The clauses about the allowance in a response; `isOurs` where no one else can use it. */
  judge(seen: Seen, { isOurs, isFirst }: { isOurs: boolean; isFirst: boolean }): Clause[] {
    const { status, headers } = seen.view;
    const { earliest, latest } = seen.moment;
    const refusal = status === 429 ? this.#refusalClauses(seen, isOurs) : [];
    const returns = this.#returnClauses(seen, isOurs);
    keep(this.#answered, latest);
    if (status === 200) keep(this.#served, latest);
    const policy = policyOf(headers);
    this.#policy = policy ?? this.#policy;
    const wait = headers["retry-after"];
    if (status === 429 && isCount(wait)) {
      const named = seconds(Number(wait));
      this.#refusedUntil = { earliest: earliest + named, latest: latest + named };
      returns.push(...this.#waitClauses(Number(wait)));
      // Whatever else it responds, it serves requests again.
    } else this.#refusedUntil = undefined;
    const own = status === 200 && policy && isCount(headers["ratelimit-remaining"]);
    // The price of a refusal is not said.
    if (!own) {
      this.#left = undefined;
      this.interrupt();
      return [...refusal, ...returns];
    }
    const page = { ...policy, left: Number(headers["ratelimit-remaining"]), earliest, latest };
    const clauses = [
      ...returns,
      ...(isFirst && isOurs ? [this.#wholeClause(page)] : []),
      ...this.#nextClauses(page, isOurs),
      ...this.#beyondClauses(page),
    ];
    this.#last = page;
    this.#series.push(page);
    return this.#series.length < seriesLength ? clauses : [...clauses, ...this.#seriesClauses()];
  }

  /** Requests are served again at the end of the wait that a refusal named, and not before. */
  #returnClauses({ view: { status }, moment: { earliest, latest } }: Seen, isOurs: boolean): Clause[] {
    const until = this.#refusedUntil;
    if (!until || (status !== 200 && !(status === 429 && isOurs))) return [];
    if (earliest >= until.latest) return [statusClause("RATE-9", status, [200])];
    if (latest > until.earliest - seconds(1)) return [];
    const found = `the status ${status}, ${counted(Math.round((until.earliest - latest) / seconds(1)), "second")} before the end of the wait`;
    return [{ cell: "RATE-16", holds: status === 429, found, expected: "429", promised: [429] }];
  }

  /** Another request shows whether requests are served after the wait; that it is too long, this one shows. */
  #waitClauses(wait: number): Clause[] {
    const { window = Number.POSITIVE_INFINITY } = this.#policy ?? {};
    const expected = `at most ${window}, the length of the policy's window`;
    return wait > window ? [{ cell: "RATE-9", holds: false, found: `Retry-After ${wait}`, expected }] : [];
  }

  /** A 429 breaks a promise while requests are left; otherwise it is what is promised. */
  #refusalClauses({ isPaced }: Seen, isOurs: boolean): Clause[] {
    const left = this.#left ?? 0;
    const found = `the status 429 with ${counted(left, "request")} left`;
    if (isOurs && isPaced && left > 0)
      return [{ cell: "RATE-7", holds: false, found, expected: "no refusal while requests are left" }];
    return isPaced ? [] : [{ cell: "RATE-8", holds: true, found, expected: "the status 429" }];
  }

  /** In a world in which nothing was asked yet, the whole allowance is there. */
  #wholeClause({ left, limit: whole }: Allowance): Clause {
    const found = `${left} left of ${whole} after the first request`;
    return { cell: "RATE-7", holds: left >= whole - 2, found, expected: String(whole - 1) };
  }

  /** The rest falls by one with each request, where no one else can have used the allowance and the clock stood still. */
  #nextClauses({ left, latest, limit: whole, window }: Allowance, isOurs: boolean): Clause[] {
    const before = this.#last;
    this.#left = left;
    const isNext = before?.latest === latest && before.limit === whole && before.window === window;
    if (!isOurs || !isNext) return [];
    if (before.left === 0)
      return [{ cell: "RATE-8", holds: false, found: "service with no request left", expected: "the status 429" }];
    const found = `RateLimit-Remaining ${left} after ${before.left}`;
    return [{ cell: "RATE-7", holds: left === before.left - 1, found, expected: String(before.left - 1) }];
  }

  /** A window may end, or a bucket fill up, while it is being used up: so twice the limit may be served. */
  #beyondClauses({ limit: whole, window, latest }: Allowance): Clause[] {
    const count = this.#served.filter((time) => time > latest - seconds(window)).length;
    const found = `the status 200 for ${counted(count, "request")} in ${counted(window, "second")}`;
    return count > 2 * whole + 2 ? [{ cell: "RATE-8", holds: false, found, expected: "429" }] : [];
  }

  /** The rest falls in a quick series: not by one for each request, since a bucket may fill up again meanwhile, but by more than can have been freed. */
  #seriesClauses(): Clause[] {
    const series = this.#series.splice(0);
    const [first, last] = [series[0], series.at(-1)];
    const isSteady = series.every((page) => page.limit === first?.limit && page.window === first.window);
    if (!first || !last || !isSteady) return [];
    const leaving = this.#answered.filter(
      (time) =>
        time >= first.earliest - seconds(first.window) - imprecision &&
        time <= Math.min(first.earliest - 1, last.latest - seconds(first.window) + imprecision),
    ).length;
    const took = (last.latest - first.earliest) / seconds(1);
    const freed = Math.max(leaving, Math.ceil((took * first.limit) / first.window));
    if (freed >= seriesLength - 1) return [];
    const holds = last.left <= first.left - (seriesLength - 1) + freed;
    const found = `RateLimit-Remaining ${series.map(({ left }) => left).join(", ")}`;
    // A window that ends within a series gives everything back, but not within two in a row.
    const isShown = holds || this.#hasStood;
    this.#hasStood = !holds;
    return isShown ? [{ cell: "RATE-7", holds, found, expected: "a remainder that falls" }] : [];
  }

  /** Notes a request with another credential: whether they share a window is not shown. */
  shareWindow(): void {
    this.#left = undefined;
    this.interrupt();
  }

  /** Ends what is known by pages that came one right after the other. */
  interrupt(): void {
    this.#last = undefined;
    this.#series.length = 0;
  }
}

/** The allowances of each surface, and their use. */
export class Allowances {
  /** When the allowance of v3 is there again, on the target's clock; undefined while some is left. */
  spentUntil: number | undefined;
  #credentials = new Map<string, Credential>();
  readonly #requestIds = new Map<string, Numbered>();
  /** The number of worlds that were opened, and how many requests were made in this one: all, those of control among them, and those of v3. */
  #world = 0;
  #requests = 0;
  #v3Requests = 0;
  /** When requests of v1 were answered. */
  #times: number[] = [];

  /** The clauses of every single response, also one that is repeated and set aside. */
  judge(seen: Seen, { isOurs, isAlone }: { isOurs: boolean; isAlone: boolean }): Clause[] {
    const isV3 = seen.view.operation.surface === "v3";
    this.#requests++;
    if (isV3) this.#v3Requests++;
    if (!isV3) this.interrupt();
    const clauses = isV3
      ? [...this.#idClauses(seen), ...this.#v3Clauses(seen, isOurs && isAlone)]
      : this.#v1Clauses(seen, isOurs);
    // In which order requests were counted that were sent at once is not known.
    if (!isAlone) this.interrupt();
    return clauses;
  }

  /** Notes a request that showed nothing of what may be sent, but may have been counted. */
  noteOther(): void {
    this.#requests++;
  }

  /** Ends what is known by pages that came one right after the other. */
  interrupt(): void {
    for (const credential of this.#credentials.values()) credential.interrupt();
  }

  #v3Clauses(seen: Seen, isOurs: boolean): Clause[] {
    const name = authorizationIn(seen.request);
    const isFirst = this.#credentials.size === 0 && this.#times.length === 0;
    const credential = this.#credentials.get(name) ?? new Credential();
    for (const other of this.#credentials.values()) if (other !== credential) other.shareWindow();
    this.#credentials.set(name, credential);
    const { status, headers } = seen.view;
    const reset = headers["ratelimit-reset"];
    if (status === 200 && Number(headers["ratelimit-remaining"]) === 0)
      this.spentUntil = seen.moment.latest + seconds((isCount(reset) && Number(reset)) || 1);
    return credential.judge(seen, { isOurs, isFirst });
  }

  /** Every request of a run has an id of its own. */
  #idClauses({ view: { headers } }: Seen): Clause[] {
    const id = headers["x-request-id"];
    if (!id) return [];
    const now: Numbered = { world: this.#world, least: this.#v3Requests, most: spread(this.#requests) };
    const before = this.#requestIds.get(id);
    if (!before) this.#requestIds.set(id, now);
    // Numbers that begin anew with each world repeat an id after as many requests.
    const isAnew = before && before.world !== now.world && before.least <= now.most && now.least <= before.most;
    const found = `the X-Request-Id ${id} for two requests`;
    return [{ cell: "RES-13", holds: !before || isAnew === true, found, expected: "a different one for each" }];
  }

  /** A v1 request within the rate is not refused for it; nor is the first one after a minute of silence. */
  #v1Clauses({ view: { status }, moment: { earliest, latest }, isPaced }: Seen, isOurs: boolean): Clause[] {
    const recent = this.#times.filter((time) => time > earliest - minutes(1));
    const isRested = this.#times.length > limit("rate_per_second") && recent.length === 0;
    this.#times = [...recent, latest];
    if (!isOurs || (!isPaced && !isRested)) return [];
    const shows = isRested || recent.length >= showingRate || status === 429;
    const found = `the status ${status}`;
    return shows ? [{ cell: "RATE-1", holds: status !== 429, found, expected: "no refusal within the rate" }] : [];
  }

  /** Forgets what holds of one world only. */
  openWorld(): void {
    this.#credentials = new Map();
    this.#world++;
    this.#requests = 0;
    this.#v3Requests = 0;
    this.#times = [];
  }
}
