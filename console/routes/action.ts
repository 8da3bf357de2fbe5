import type { Schema } from "../../base/formats/json-schema.ts";
import type { Account } from "../accounts/account.ts";
import type { Actor, Scope } from "../accounts/actor.ts";
import type { OpenInvitation } from "../accounts/invitations.ts";
import type { LimitedAction } from "../accounts/limits.ts";
import type { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import type { Webhook } from "../messages/webhooks.ts";
import type { ConsolePage, PageFrame } from "../pages/layout.ts";
import type { Contest } from "../partners/contests.ts";
import type { Partner } from "../partners/partners.ts";
import type { StoredRun } from "../runs/runs.ts";
import type { WatchedProvider } from "../watch/providers.ts";
import { done } from "./api-schemas.ts";
import { type Fields, readFields, type ValuesOf } from "./fields.ts";
import { projected } from "./projected.ts";

/** Who may use an action: everybody; anyone who is signed in; operators; or operators and the people of the partner that it is about. */
export type RouteAccess = "anyone" | "member" | "operator" | "own";

export interface RouteCall {
  context: ConsoleContext;
  /** Who asks, and what the address names; what is not there is refused. */
  readonly actor: Actor;
  readonly partner: Partner;
  readonly run: StoredRun;
  readonly provider: WatchedProvider;
  readonly account: Account;
  /** The partner, where what the address names has one. */
  owner: Partner | undefined;
  readonly invitation: OpenInvitation;
  readonly contest: Contest;
  readonly hook: Webhook;
  readonly delivery: { id: number };
  isSignedIn: boolean;
  address: string;
  param: (name: string) => string;
  header: (name: string) => string | undefined;
  /** The fields of a body, or of a query where nothing is changed. */
  sent: Readonly<Record<string, unknown>>;
  /** True if who asked would still be let in: no one stays who signs out, or whose token or account ends. */
  isStillAllowed: () => Promise<boolean>;
  signal: AbortSignal;
}

/** The cookie of a session, or of a way in that was begun, where it changes; empty, it goes. */
export interface CookieChanges {
  session?: string;
  half?: string;
}

export type RouteReply =
  | ({
      page: ConsolePage;
      notice?: PageFrame["notice"];
      status?: number /** Where the page leads at once. */;
      refresh?: string;
    } & CookieChanges)
  | ({ redirect: string } & CookieChanges)
  | { json: unknown; status?: number }
  | { text: string; type: string; file?: string; isFrame?: true; isPublic?: true }
  | { stream: (write: (event: ServerSentEvent) => Promise<void>) => Promise<void> };

/** One event of a stream. */
export interface ServerSentEvent {
  event: string;
  data: string;
  id?: string;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The facts of an action that are known before it is called. */
interface ActionFacts {
  /** The method and the path of the API, with names of parameters after colons; a page has the same path, and forms send by POST. */
  at: `${Method} /${string}`;
  may: RouteAccess;
  /** The scope that a machine's token needs, where it is neither `read` for reading nor `manage` for changes. */
  scope?: Scope;
  /** The limit that a use counts for, where it is not a change like others. */
  limit?: LimitedAction;
  /** Its words in the audit log. */
  audit?: string;
  /** The maximum of bytes of a body, where it holds a document. */
  maxBytes?: number;
  /** The operation's name in the API's description. */
  id?: string;
  summary?: string;
  status?: 201 | 202;
  /** Where its page is, if not at the same path; a page that ends something is at `…/end`. */
  pageAt?: `/${string}`;
}

/** One action: what it takes, does and gives; as JSON where it says what it gives, and as a page where it has one. */
interface Action<F extends Fields, A> extends ActionFacts {
  takes?: F;
  /** The schema of its answer as JSON; what it does not name is not sent. */
  gives?: Schema;
  act: (call: RouteCall, values: ValuesOf<F>) => Promise<A> | A;
  page?: (answer: A, call: RouteCall, values: ValuesOf<F>) => Promise<RouteReply> | RouteReply;
  /** The page that shows why it was refused, where that is one of its own. */
  refused?: (error: ConsoleRefusal, call: RouteCall) => Promise<RouteReply | undefined> | RouteReply | undefined;
}

/** An action in the table. */
export interface ConsoleAction extends ActionFacts {
  takes: Fields;
  gives: Schema | undefined;
  asJson: (call: RouteCall) => Promise<RouteReply>;
  asPage: ((call: RouteCall) => Promise<RouteReply>) | undefined;
  refused: Action<Fields, unknown>["refused"];
}

/** An action for the table. */
export function action<const F extends Fields, A>(given: Action<F, A>): ConsoleAction {
  const { takes, gives, act, page, refused, ...facts } = given;
  const values = (call: RouteCall) => readFields(takes ?? ({} as F), call.sent);
  return {
    ...facts,
    takes: takes ?? {},
    gives,
    refused,
    async asJson(call) {
      const answer = await act(call, values(call));
      const json = gives === done ? { done: true } : projected(gives ?? {}, answer);
      return { json, status: facts.status ?? 200 };
    },
    asPage:
      page &&
      (async (call) => {
        const read = values(call);
        return page(await act(call, read), call, read);
      }),
  };
}

/** An action that gives nothing; its page leads to an address. */
export const deed = <const F extends Fields>(
  to: string | Required<Action<F, unknown>>["page"],
  given: Omit<Action<F, unknown>, "gives" | "page">,
): ConsoleAction => action({ ...given, gives: done, page: typeof to === "string" ? () => ({ redirect: to }) : to });

/** A page that is nothing but itself. */
export const onePage = (
  at: ConsoleAction["at"],
  may: RouteAccess,
  show: (call: RouteCall) => Promise<RouteReply> | RouteReply,
  facts: Partial<ActionFacts> = {},
): ConsoleAction => action({ at, may, ...facts, act: show, page: (reply) => reply });

/** One rendering of an action at its address. */
export interface ConsoleRoute {
  method: Method;
  path: string;
  isApi: boolean;
  action: ConsoleAction;
  act: (call: RouteCall) => Promise<RouteReply>;
}

/** The addresses of an action. */
export function routesOf(given: ConsoleAction): ConsoleRoute[] {
  const [method, path] = given.at.split(" ") as [Method, string];
  const page = given.pageAt ?? (method === "DELETE" ? `${path}/end` : path);
  const { asPage, asJson } = given;
  return [
    ...(asPage
      ? [
          {
            method: method === "GET" ? method : ("POST" as const),
            path: page,
            isApi: false,
            action: given,
            act: asPage,
          },
        ]
      : []),
    ...(given.gives ? [{ method, path: `/api${path}`, isApi: true, action: given, act: asJson }] : []),
  ];
}

/** The scope that a token needs. */
export const scopeOf = ({ at, scope }: ConsoleAction): Scope => scope ?? (at.startsWith("GET ") ? "read" : "manage");
