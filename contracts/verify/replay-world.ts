import { HarnessError, Untestable, Violation } from "../../base/errors.ts";
import type { Control } from "../../harness/control/control.ts";
import type { Exchange } from "../../harness/exchange.ts";
import { authorizations } from "../../harness/http/authorization.ts";
import type { Client } from "../../harness/http/client.ts";
import { type Choices, requestFor } from "../../harness/http/requests.ts";
import type { Session } from "../../harness/session.ts";
import type { Credentials, Fixtures, Target } from "../../harness/target.ts";
import { loadOperations, type Operation } from "../../specs/operations.ts";

/** The world in which one interaction is replayed: the target, and whose tokens calls carry. */
export class ReplayWorld {
  readonly session: Session;
  readonly target: Target;
  readonly client: Client;
  /** The user token that data calls carry: the owner's, and the system user's once a state has made a link. */
  user: keyof Credentials = "owner_user_token";
  /** The credential that v3 calls carry. */
  v3: "v3_token" | "v3_other_token" = "v3_token";
  /** True if a state has made the link active. */
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

  /** Throws `Untestable` unless the control protocol has all of these capabilities. */
  needs(...capabilities: string[]): void {
    if (!this.session.control) throw new Untestable("the target has no control protocol");
    const missing = capabilities.find((capability) => !this.session.can(capability));
    if (missing) throw new Untestable(this.session.whyNot(missing));
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

  /** The Authorization header for an operation, with or without a user token. */
  authorization(operation: Operation, isWithUser = operation.schemes.includes("BearerPartnerUser")): string {
    if (operation.address === "v3_base_url") return `Bearer ${this.credential(this.v3)}`;
    this.credential("partner_token");
    if (!isWithUser) return authorizations.BearerPartner(this.target.credentials);
    return authorizations.BearerPartnerUser(this.target.credentials, this.credential(this.user));
  }

  /** Calls an operation with the target's tokens. */
  call(id: string, choices: Choices): Promise<Exchange> {
    const operation = loadOperations().find((candidate) => candidate.id === id);
    if (!operation) throw new HarnessError(`there is no operation ${id}`);
    this.address(operation);
    return this.client.send(
      requestFor(operation, this.target, { authorization: this.authorization(operation), ...choices }),
    );
  }

  /** Calls an operation that must succeed for a state to be set up. */
  async mustSucceed(id: string, choices: Choices, status: number): Promise<Exchange> {
    const exchange = await this.call(id, choices);
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
