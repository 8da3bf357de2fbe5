import { seconds } from "../../../base/durations.ts";
import { readForeignJson } from "../../../base/foreign-json.ts";
import { fieldsOf } from "../../../base/json.ts";
import { NoAnswer } from "../../../harness/client.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";
import { profileError } from "../../../harness/profile-error.ts";
import { requestFor } from "../../../harness/requests.ts";
import type { Credentials, Target, Urls } from "../../../harness/target.ts";
import { dataCalls } from "./data-calls.ts";
import { isMeantFor, lackOf } from "./needs.ts";
import { operationById } from "./operation-by-id.ts";
import type { Proof } from "./proof.ts";
import { waitAfter } from "./rate-wait.ts";
import { fixturesOf, partnerReads, rightRequest } from "./right-requests.ts";
import { authorizationOf, type Role } from "./roles.ts";
import type { Run } from "./run.ts";

/** One request that tells whether an address and a credential of a profile work. */
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
  const check = new ProfileCheck(run, target, needsOf(proofs, run, target));
  for (const probe of probes) await check.make(probe);
}

/** What the proofs need that can be run. */
const needsOf = (proofs: readonly Proof[], { session }: Run, target: Target): ReadonlySet<string> =>
  new Set(
    proofs
      .filter(({ needs }) => isMeantFor(needs, target, session) && !lackOf(needs, target, session))
      .flatMap(({ needs }) => needs),
  );

class ProfileCheck {
  readonly #run: Run;
  readonly #target: Target;
  readonly #needs: ReadonlySet<string>;

  constructor(run: Run, target: Target, needs: ReadonlySet<string>) {
    this.#run = run;
    this.#target = target;
    this.#needs = needs;
  }

  async make({ operation, as: role }: ProfileProbe): Promise<void> {
    const { address } = operationById(operation);
    const name = address as keyof Urls;
    const { urls = {}, credentials = {} } = this.#run.session.written;
    const isWritten = urls[name] !== undefined || credentials[role] !== undefined;
    if (!isWritten || !this.#canAsk(operation, role) || !this.#isNeeded(name, role)) return;
    const exchange = await this.#ask(operation, role);
    const status = exchange?.response.status ?? 0;
    if (operation === "listCountries" && urls[name] !== undefined && isElsewhere(status))
      await this.#requirePath(status);
    if (status === 401 && credentials[role] !== undefined) await this.#requireToken(operation, role);
  }

  /** Whether proofs need an address and a credential, by name or by what they begin with. */
  #isNeeded(address: keyof Urls, role: Role): boolean {
    const isNeeded = (need: string) =>
      this.#needs.has(need) || (impliedBy[need] ?? []).some((other) => this.#needs.has(other));
    return isNeeded(`urls.${address}`) && isNeeded(`credentials.${role}`);
  }

  #canAsk(operation: string, role: Role): boolean {
    const { address } = operationById(operation);
    const { urls, credentials, fixtures } = this.#target;
    const has = (credential: keyof Credentials) => credentials[credential] !== undefined;
    const hasTokens = has(role) && (address === "v3_base_url" || has("partner_token"));
    const names = fixturesOf(operation).map((need) => need.replace("fixtures.", "") as keyof typeof fixtures);
    return (
      urls[address as keyof Urls] !== undefined && hasTokens && names.every((name) => fixtures[name] !== undefined)
    );
  }

  /** Sends the documented request; undefined where there is no answer that tells anything. */
  async #ask(operation: string, role?: Role): Promise<Exchange | undefined> {
    const [run, target] = [this.#run, this.#target];
    const request = requestFor(operationById(operation), target, {
      ...rightRequest({ run, target }, operation),
      ...(role ? { authorization: authorizationOf(role, target.credentials) } : {}),
    });
    if (run.requestsLeft <= 0 || run.presence.whyGone(request.url)) return undefined;
    try {
      const exchange = await this.#send(request);
      if (exchange.response.status !== 429) return exchange;
      // Somebody else uses the same allowance, and a refusal for the rate tells nothing.
      const wait = waitAfter(exchange, run.now());
      if (wait > seconds(run.session.bounds.wait_s)) return undefined;
      await run.advanceTo(run.now() + wait, `${request.method} ${request.operation.path} (429)`);
      return await this.#send(request);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const gone = await run.presence.lookAfter(request, error.message);
      if (!gone) return undefined;
      const { address } = request.operation;
      // The preview surface may not be there at all yet; everything else must be.
      if (address !== "v3_base_url")
        throw profileError(
          `urls.${address}`,
          `cannot reach ${new URL(request.url).origin} (${error.message}); start the provider, or mend the address`,
        );
      run.tellTrouble(gone);
      return undefined;
    }
  }

  async #send(request: Request): Promise<Exchange> {
    const exchange = await this.#run.client.send(request);
    this.#run.recordExchange(exchange);
    return exchange;
  }

  /** Where documented operations are not found even without a token, which must be asked for, the API is somewhere else. */
  async #requirePath(status: number): Promise<void> {
    const others = ["listCountries", ...partnerReads.filter((id) => id !== "listCountries" && this.#isAtBase(id))];
    for (const operation of [...others.slice(0, 3), "listCompanies"])
      if ((await this.#ask(operation))?.response.status !== status) return;
    throw profileError(
      "urls.base_url",
      `nothing of the API is at ${String(this.#target.urls.base_url)}: GET /countries and others answer ${status}, with and without a token; mend the path`,
    );
  }

  #isAtBase(operation: string): boolean {
    return operationById(operation).address === "base_url" && this.#canAsk(operation, "partner_token");
  }

  /** A token that every documented request is refused with is wrong. */
  async #requireToken(operation: string, role: Role): Promise<void> {
    const others = await this.#otherRequests(operation, role);
    if (!others) return;
    for (const id of others) if ((await this.#ask(id, role))?.response.status !== 401) return;
    const { method, path } = operationById(operation);
    const where =
      others.length > 0
        ? `${method} ${path} and all others that were tried answer 401`
        : `${method} ${path} answers 401`;
    throw profileError(`credentials.${role}`, `the provider refuses it (${where}); mend it`);
  }

  /** What else is never answered 401 to a right token; undefined where nothing is sure. */
  async #otherRequests(operation: string, role: Role): Promise<readonly string[] | undefined> {
    if (operation === "listResources") return [];
    if (role === "partner_token") return partnerReads.filter((id) => id !== operation && this.#canAsk(id, role));
    const calls = Object.keys(dataCalls).filter((id) => this.#canAsk(id, role));
    // A user who is not linked yet may be refused with 401, and nobody else is promised to see companies.
    const isSure = calls.length > 0 && (role !== "system_user_token" || (await this.#isActive()));
    return isSure ? calls : undefined;
  }

  async #isActive(): Promise<boolean> {
    if (!this.#canAsk("readInstallationStatus", "partner_token")) return false;
    const read = await this.#ask("readInstallationStatus", "partner_token");
    const { connection_status } = fieldsOf(fieldsOf(readForeignJson(read?.response.body ?? "")).data);
    return fieldsOf(connection_status).status === "active";
  }
}

/** Statuses with which a host answers for what is not there. */
const isElsewhere = (status: number): boolean => status === 404 || (status >= 300 && status < 400);
