import { HarnessError, Untestable, Violation } from "../../base/errors.ts";
import { authorizations } from "../../harness/authorization.ts";
import type { Client } from "../../harness/client.ts";
import type { Control } from "../../harness/control.ts";
import type { Exchange } from "../../harness/exchange.ts";
import { type Choices, requestFor } from "../../harness/requests.ts";
import type { Session } from "../../harness/session.ts";
import type { Credentials, Fixtures, Target } from "../../harness/target.ts";
import { loadOperations, type Operation } from "../../specs/operations.ts";

/** Where one interaction is replayed: a world of the target, and who calls. */
export class Scene {
  readonly session: Session;
  readonly target: Target;
  readonly client: Client;
  /** Whose user token data calls carry; the system user's once a state has made a link, the owner's before. */
  user: keyof Credentials = "owner_user_token";
  /** Which credential v3 calls carry. */
  v3: "v3_token" | "v3_other_token" = "v3_token";
  /** Whether a state has made the link active. */
  isInstalled = false;

  constructor(session: Session, target: Target, client: Client) {
    this.session = session;
    this.target = target;
    this.client = client;
  }

  get control(): Control {
    if (!this.session.control) throw new Untestable("the target has no control protocol");
    return this.session.control;
  }

  /** Goes on only if the control protocol has capabilities. */
  needs(...capabilities: string[]): void {
    if (!this.session.control) throw new Untestable("the target has no control protocol");
    const missing = capabilities.find((one) => !this.session.can(one));
    if (missing) throw new Untestable(`the target's control protocol lacks ${missing}`);
  }

  fixture<K extends keyof Fixtures>(name: K): Fixtures[K] {
    const value = this.target.fixtures[name];
    if (value === undefined) throw new Untestable(`the profile lacks fixtures.${name}`);
    return value;
  }

  credential(name: keyof Credentials): string {
    const value = this.target.credentials[name];
    if (value === undefined) throw new Untestable(`the profile lacks credentials.${name}`);
    return value;
  }

  /** The Authorization header that an operation takes here, in the form that the caller chose. */
  authorization(operation: Operation, isWithUser = operation.schemes.includes("BearerPartnerUser")): string {
    if (operation.address === "v3_base_url") return `Bearer ${this.credential(this.v3)}`;
    this.credential("partner_token");
    if (!isWithUser) return authorizations.BearerPartner(this.target.credentials);
    return authorizations.BearerPartnerUser(this.target.credentials, this.credential(this.user));
  }

  /** Makes a call of ours, with the target's tokens. */
  ask(id: string, choices: Choices): Promise<Exchange> {
    const operation = loadOperations().find((one) => one.id === id);
    if (!operation) throw new HarnessError(`there is no operation ${id}`);
    this.address(operation);
    return this.client.send(
      requestFor(operation, this.target, { authorization: this.authorization(operation), ...choices }),
    );
  }

  /** Makes a call that must succeed, or the state cannot be. */
  async succeeds(id: string, choices: Choices, status: number): Promise<Exchange> {
    const exchange = await this.ask(id, choices);
    if (exchange.response.status === status) return exchange;
    const { method, operation } = exchange.request;
    throw new Violation(
      `the state cannot be set up: ${method} ${operation.path} answers ${exchange.response.status}, expected ${status}`,
    );
  }

  /** The address of an operation's surface. */
  address({ address }: Operation): string {
    const url = this.target.urls[address as keyof Target["urls"]];
    if (!url) throw new Untestable(`the profile lacks urls.${address}`);
    return url.replace(/\/$/, "");
  }
}
