import { Untestable } from "../../base/errors.ts";
import type { Exchange, Request } from "../../harness/exchange.ts";
import { NoAnswer } from "../../harness/http/client.ts";
import { cannotReach } from "../../harness/http/failure-reason.ts";
import { type Choices, requestFor } from "../../harness/http/requests.ts";
import { profileError } from "../../harness/profiles/profile-error.ts";
import type { Credentials, Target, Urls } from "../../harness/target.ts";
import { fixturesOf, rightRequest } from "../drivers/steps/right-requests.ts";
import { operationById } from "./run/operation-by-id.ts";
import { authorizationOf, type Role } from "./run/roles.ts";
import type { Run } from "./run/run.ts";

/** Sends documented requests before anything is judged, to learn whether what a profile says works. */
export class ProfileAsker {
  readonly #run: Run;
  readonly #target: Target;

  constructor(run: Run, target: Target) {
    this.#run = run;
    this.#target = target;
  }

  /** True if the profile has what a request takes. */
  canAsk(operation: string, role: Role): boolean {
    const { address } = operationById(operation);
    const { urls, credentials, fixtures } = this.#target;
    const has = (credential: keyof Credentials) => credentials[credential] !== undefined;
    const hasTokens = has(role) && (address === "v3_base_url" || has("partner_token"));
    const names = fixturesOf(operation).map((need) => need.replace("fixtures.", "") as keyof typeof fixtures);
    return (
      urls[address as keyof Urls] !== undefined && hasTokens && names.every((name) => fixtures[name] !== undefined)
    );
  }

  /** Sends the documented request, with other ids in its path where some are given; undefined where there is no response that shows anything. */
  async ask(operation: string, role?: Role, ids: Choices["path"] = {}): Promise<Exchange | undefined> {
    const [run, target] = [this.#run, this.#target];
    const right = rightRequest({ ...run, target }, operation);
    const request = requestFor(operationById(operation), target, {
      ...right,
      path: { ...right.path, ...ids },
      ...(role ? { authorization: authorizationOf(role, target.credentials) } : {}),
    });
    if (run.budget.requestsLeft <= 0 || run.context.presence.whyGone(request.url)) return undefined;
    try {
      const exchange = await this.#send(request);
      if (exchange.response.status !== 429) return exchange;
      // Others use the same allowance.
      return await run.budget
        .afterRefusal(exchange, () => this.#send(request))
        .catch((error: unknown) => {
          if (error instanceof Untestable) return exchange;
          throw error;
        });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      await this.#reportGone(request, error.message);
      return undefined;
    }
  }

  /** The preview surface may not be there at all yet; everything else must be. */
  async #reportGone({ url, method, operation: { address, path } }: Request, reason: string): Promise<void> {
    const isOptional = address === "v3_base_url";
    const gone = await this.#run.context.presence.lookAfter({ url, what: `${method} ${path}`, reason, isOptional });
    if (gone && !isOptional) throw profileError(`urls.${address}`, cannotReach(url, reason));
    if (gone) this.#run.context.recorder.reportTrouble(gone);
  }

  async #send(request: Request): Promise<Exchange> {
    return (await this.#run.context.exchange(request, "aside")).exchange;
  }
}
