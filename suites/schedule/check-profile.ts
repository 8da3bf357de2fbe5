import { UsageError } from "../../base/errors.ts";
import { readForeignJson } from "../../base/foreign-json.ts";
import { fieldsOf } from "../../base/json.ts";
import { profileError, profileErrors } from "../../harness/profiles/profile-error.ts";
import type { Target, Urls } from "../../harness/target.ts";
import { dataCalls } from "../drivers/steps/data-calls.ts";
import { partnerReads } from "../drivers/steps/right-requests.ts";
import { ProfileAsker } from "./profile-asker.ts";
import { isFor, lackOf } from "./run/needs.ts";
import { operationById } from "./run/operation-by-id.ts";
import type { Proof } from "./run/proof.ts";
import type { Role } from "./run/roles.ts";
import type { Run } from "./run/run.ts";

/** One request that shows whether an address and a credential of a profile work. */
interface ProfileProbe {
  operation: string;
  as: Role;
}

/** The address and the credential that a probe is about. */
const probes: readonly ProfileProbe[] = [
  { operation: "listCountries", as: "partner_token" },
  { operation: "readInstallationStatusInFlow", as: "partner_token" },
  { operation: "readService", as: "partner_token" },
  { operation: "listCompanies", as: "owner_user_token" },
  { operation: "listCompanies", as: "system_user_token" },
  { operation: "listCompanies", as: "limited_user_token" },
  { operation: "listCompanies", as: "no_access_user_token" },
  { operation: "listResources", as: "v3_token" },
  { operation: "listResources", as: "v3_other_token" },
];

export interface ProbeOutcome extends ProfileProbe {
  /** The status of the answer; undefined where no request was possible, or no response came. */
  status?: number;
  /** The mistake in the profile. */
  mistake?: UsageError;
}

/** Needs that proofs have without naming them: an installed application is looked for, and an installation tries another user where there is one. */
const impliedBy: Record<string, readonly string[]> = {
  "urls.base_url": ["installed"],
  "credentials.partner_token": ["installed"],
  "credentials.limited_user_token": ["credentials.owner_user_token"],
};

/**
 * Asks, before anything is judged, whether the addresses and credentials work that the profile gives and the proofs need. Nothing is judged by these
 * requests: a provider that keeps its promises never answers them so that a run is refused, and whatever is not sure is left to the proofs.
 */
export async function checkProfile(run: Run, target: Target, proofs: readonly Proof[]): Promise<void> {
  const mistakes = (await tryProfile(run, target, proofs)).flatMap(({ mistake }) => mistake ?? []);
  if (mistakes.length > 0) throw profileErrors(mistakes);
}

/** The same, but answers what each probe showed; without proofs, of every address and credential. */
export async function tryProfile(run: Run, target: Target, proofs?: readonly Proof[]): Promise<ProbeOutcome[]> {
  const check = new ProfileCheck(run, target, proofs && needsOf(proofs, run, target));
  const outcomes: ProbeOutcome[] = [];
  for (const probe of probes) outcomes.push(...(await check.make(probe)));
  // Who does not answer is known by now, so that no token is blamed for it.
  for (const outcome of outcomes) await check.judge(outcome);
  return outcomes;
}

/** The needs of the proofs that can be run. */
const needsOf = (proofs: readonly Proof[], { context: { session } }: Run, target: Target): ReadonlySet<string> =>
  new Set(
    proofs
      .filter(({ needs }) => isFor(needs, target, session) && !lackOf(needs, target, session))
      .flatMap(({ needs }) => needs),
  );

const partnerTokenKey = "credentials.partner_token";

const addressOf = (operation: string): keyof Urls => operationById(operation).address as keyof Urls;

class ProfileCheck {
  readonly #run: Run;
  readonly #target: Target;
  readonly #asker: ProfileAsker;
  readonly #needs: ReadonlySet<string> | undefined;
  /** The keys that were found wrong, and the origins that do not respond. */
  readonly #wrong = new Set<string>();

  constructor(run: Run, target: Target, needs: ReadonlySet<string> | undefined) {
    this.#run = run;
    this.#target = target;
    this.#asker = new ProfileAsker(run, target);
    this.#needs = needs;
  }

  /** Makes a probe, where it is needed and can show something. */
  async make({ operation, as: role }: ProfileProbe): Promise<ProbeOutcome[]> {
    const address = addressOf(operation);
    const { urls = {}, credentials = {} } = this.#run.context.session.written;
    const isWritten = urls[address] !== undefined || credentials[role] !== undefined;
    if (!isWritten || !this.#asker.canAsk(operation, role) || !this.#isNeeded(address, role)) return [];
    if (this.#wrong.has(this.#originOf(address))) return [];
    const outcome: ProbeOutcome = { operation, as: role };
    await this.#hold(outcome, async () => {
      const status = (await this.#asker.ask(operation, role))?.response.status;
      if (status !== undefined) outcome.status = status;
    });
    if (outcome.mistake) this.#wrong.add(this.#originOf(address));
    return [outcome];
  }

  /** Adds what is wrong with the profile, where that is sure, to what a probe showed. */
  async judge(outcome: ProbeOutcome): Promise<void> {
    const { operation, as: role, status } = outcome;
    const address = addressOf(operation);
    const { urls = {}, credentials = {} } = this.#run.context.session.written;
    if (status === undefined || this.#isSpoilt(address, role)) return;
    await this.#hold(outcome, async () => {
      if (operation === "listCountries" && urls[address] !== undefined && isElsewhere(status))
        await this.#requirePath(status);
      if (status === 401 && credentials[role] !== undefined) await this.#requireToken(operation, role);
    });
  }

  /** Does something for a probe, and keeps what it says of the profile. */
  async #hold(outcome: ProbeOutcome, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof UsageError) || error.key === undefined) throw error;
      outcome.mistake = error;
      this.#wrong.add(error.key);
    }
  }

  /** True if a key that is known to be wrong spoils what a probe shows: everything of v1 takes the partner token. */
  #isSpoilt(address: keyof Urls, role: Role): boolean {
    const keys = [`urls.${address}`, `credentials.${role}`, ...(address === "v3_base_url" ? [] : [partnerTokenKey])];
    return keys.some((key) => this.#wrong.has(key));
  }

  #originOf(address: keyof Urls): string {
    return new URL(this.#target.urls[address] ?? "about:blank").origin;
  }

  /** True if proofs need an address and a credential, by name or by what they begin with. */
  #isNeeded(address: keyof Urls, role: Role): boolean {
    const needs = this.#needs;
    if (!needs) return true;
    const isNeeded = (need: string) => needs.has(need) || (impliedBy[need] ?? []).some((other) => needs.has(other));
    return isNeeded(`urls.${address}`) && isNeeded(`credentials.${role}`);
  }

  /** Where documented operations are not found even without a token, which must be asked for, the API is somewhere else. */
  async #requirePath(status: number): Promise<void> {
    const others = ["listCountries", ...partnerReads.filter((id) => id !== "listCountries" && this.#isAtBase(id))];
    for (const operation of [...others.slice(0, 3), "listCompanies"])
      if ((await this.#asker.ask(operation))?.response.status !== status) return;
    throw profileError(
      "urls.base_url",
      `nothing of the API is at ${String(this.#target.urls.base_url)}: GET /countries and others answer ${status}, with and without a token; fix the path`,
    );
  }

  #isAtBase(operation: string): boolean {
    return operationById(operation).address === "base_url" && this.#asker.canAsk(operation, "partner_token");
  }

  /** A token that every documented request is refused with is wrong. */
  async #requireToken(operation: string, role: Role): Promise<void> {
    const others = await this.#otherRequests(operation, role);
    if (!others) return;
    const answers = [];
    for (const id of others) answers.push((await this.#asker.ask(id, role))?.response.status);
    const known = answers.filter((status) => status !== undefined);
    if (known.some((status) => status !== 401) || (others.length > 0 && known.length === 0)) return;
    const { method, path } = operationById(operation);
    const where =
      others.length > 0
        ? `${method} ${path} and all others that were tried answer 401`
        : `${method} ${path} answers 401`;
    throw profileError(`credentials.${role}`, `the provider refuses it (${where}); fix it`);
  }

  /** The other requests that are always refused with 401 to a right token; undefined where nothing is sure. */
  async #otherRequests(operation: string, role: Role): Promise<readonly string[] | undefined> {
    if (operation === "listResources") return [];
    if (role === "partner_token") return partnerReads.filter((id) => id !== operation && this.#asker.canAsk(id, role));
    const calls = Object.keys(dataCalls).filter((id) => this.#asker.canAsk(id, role));
    // A user who is not linked yet may be refused with 401, and no other user is promised to see companies.
    const isSure = calls.length > 0 && (role !== "system_user_token" || (await this.#isActive()));
    return isSure ? calls : undefined;
  }

  async #isActive(): Promise<boolean> {
    if (!this.#asker.canAsk("readInstallationStatus", "partner_token")) return false;
    const read = await this.#asker.ask("readInstallationStatus", "partner_token");
    const { connection_status } = fieldsOf(fieldsOf(readForeignJson(read?.response.body ?? "")).data);
    return fieldsOf(connection_status).status === "active";
  }
}

/** Statuses with which a host answers for what is not there. */
const isElsewhere = (status: number): boolean => status === 404 || (status >= 300 && status < 400);
