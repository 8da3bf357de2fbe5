import type { Access } from "../api/access.ts";
import type { Call } from "../api/call.ts";
import type { Route } from "../api/routes.ts";
import { Refusal, type Reply } from "../api/server/replies.ts";
import type { Behaviour } from "../behaviour.ts";
import type { Policy } from "../policy.ts";
import type { Notice } from "../webhooks.ts";
import type { Item } from "../world/data/collections.ts";
import type { Filter, Filters } from "../world/filters.ts";
import { guards, type Transition } from "../world/transitions.ts";

/** One fault: the requirement that it breaks, and how the tables change. */
export interface Fault {
  breaks: string;
  /** Hard to see: it shows only in a corner. */
  subtle: boolean;
  change: Change;
}

/** A change of the tables; made anew for each sandbox, since it may remember what it saw. */
export type Change = () => (behaviour: Behaviour) => Behaviour;

type Body = Record<string, unknown>;

export const breaks = (requirement: string, change: Change): Fault => ({ breaks: requirement, subtle: false, change });
export const subtly = (requirement: string, change: Change): Fault => ({ breaks: requirement, subtle: true, change });

/** Several changes at once. */
export const all =
  (...changes: Change[]): Change =>
  () => {
    const made = changes.map((change) => change());
    return (behaviour) => made.reduce((changed, change) => change(changed), behaviour);
  };

export const policy =
  (numbers: Partial<Policy>): Change =>
  () =>
  (behaviour) => ({ ...behaviour, policy: { ...behaviour.policy, ...numbers } });

/** Replaces part of a row of the install machine. */
export const row =
  (id: string, patch: Partial<Transition>): Change =>
  () =>
  (behaviour) => ({
    ...behaviour,
    transitions: behaviour.transitions.map((one) => (one.id === id ? { ...one, ...patch } : one)),
  });

/** Puts a row before all others. */
export const firstRow =
  (added: Transition): Change =>
  () =>
  (behaviour) => ({ ...behaviour, transitions: [added, ...behaviour.transitions] });

export const guard =
  (name: keyof typeof guards, holds: (typeof guards)[keyof typeof guards]): Change =>
  () =>
  (behaviour) => ({ ...behaviour, guards: { ...behaviour.guards, [name]: holds } });

export const access =
  (patch: Partial<Access>): Change =>
  () =>
  (behaviour) => ({ ...behaviour, access: { ...behaviour.access, ...patch } });

/** Changes what a handler is asked, before it answers. */
export const asking = (operation: string, change: (call: Call) => Partial<Call>): Change =>
  handling(operation, (handle) => (call) => handle({ ...call, ...change(call) }));

/** Changes a parameter of the query where it was sent; undefined leaves it out. */
export const putting = (
  operation: string,
  name: string,
  change: (value: string, call: Call) => string | undefined,
): Change =>
  asking(operation, (call) => {
    const value = call.query.get(name);
    const rest = [...call.query].filter(([key]) => key !== name);
    const changed = value === null ? undefined : change(value, call);
    return { query: new URLSearchParams(changed === undefined ? rest : [...rest, [name, changed]]) };
  });

/** Overlooks a parameter of the query. */
export const dropping = (operation: string, name: string): Change => putting(operation, name, () => undefined);

/** Wraps the handler of an operation. */
export const handling =
  (operation: string, wrap: (handle: Route["handle"]) => Route["handle"]): Change =>
  () =>
  (behaviour) => ({
    ...behaviour,
    routes: behaviour.routes.map((one) => (one.operation === operation ? { ...one, handle: wrap(one.handle) } : one)),
  });

/** Refuses, whatever is asked. */
export const refusing =
  (code: number): Route["handle"] =>
  () => {
    throw new Refusal(code, "Refused.");
  };

/** Does what is asked, and refuses all the same. */
export const doing =
  (handle: Route["handle"], code: number): Route["handle"] =>
  (call) => {
    handle(call);
    throw new Refusal(code, "Refused.");
  };

/** The fields of a JSON body; none where there is no object. */
export const fieldsOf = (call: Call): Body =>
  typeof call.body === "object" && call.body !== null ? (call.body as Body) : {};

/** Replaces a rule of access by one that also knows the rule it replaces. */
export const accessRule =
  <K extends "userMay" | "userIsKnown" | "partnerIsKnown" | "credentialIsKnown" | "credentialSees">(
    name: K,
    rule: (call: Call, asked: never, otherwise: boolean, right?: string) => boolean,
  ): Change =>
  () =>
  (behaviour) => {
    const old = behaviour.access[name] as (...asked: unknown[]) => boolean;
    const replaced = (call: Call, asked: never, right?: string) => rule(call, asked, old(call, asked, right), right);
    return { ...behaviour, access: { ...behaviour.access, [name]: replaced } };
  };

export const filter =
  (kind: keyof Filters, name: string, replaced: Filter): Change =>
  () =>
  (behaviour) => ({
    ...behaviour,
    filters: { ...behaviour.filters, [kind]: { ...behaviour.filters[kind], [name]: replaced } },
  });

export const order =
  (compare: (one: Item, other: Item) => number): Change =>
  () =>
  (behaviour) => ({ ...behaviour, order: compare });

export const route =
  (operation: string, patch: Partial<Route>): Change =>
  () =>
  (behaviour) => ({
    ...behaviour,
    routes: behaviour.routes.map((one) => (one.operation === operation ? { ...one, ...patch } : one)),
  });

export const withoutRoute =
  (operation: string): Change =>
  () =>
  (behaviour) => ({ ...behaviour, routes: behaviour.routes.filter((one) => one.operation !== operation) });

export const anotherRoute =
  (operation: string, patch: Partial<Route>): Change =>
  () =>
  (behaviour) => {
    const found = behaviour.routes.find((one) => one.operation === operation);
    return { ...behaviour, routes: found ? [...behaviour.routes, { ...found, ...patch }] : behaviour.routes };
  };

/** Changes the replies of operations; `*` is all of them. */
export const reply =
  (operations: string | string[], make: () => (reply: Reply, call: Call) => Reply): Change =>
  () => {
    const reshape = make();
    const names = [operations].flat();
    return (behaviour) => ({
      ...behaviour,
      replies: [
        ...behaviour.replies,
        (one, call) => (names.includes(call.operation) || names.includes("*") ? reshape(one, call) : one),
      ],
    });
  };

const isFine = ({ status }: Reply): boolean => status < 300;

/** A reply's body as an object, whether or not it was serialised already. */
const opened = ({ body, bytes }: Reply): Body => (bytes ? (JSON.parse(bytes.toString()) as Body) : (body as Body));
const closed = ({ status, headers }: Reply, body: unknown): Reply => ({
  status,
  ...(headers ? { headers } : {}),
  body,
});

/** Changes the body of successes. */
export const body = (operations: string | string[], change: (body: Body, call: Call) => unknown): Change =>
  reply(
    operations,
    () => (one, call) =>
      isFine(one) && (one.body ?? one.bytes) !== undefined ? closed(one, change(opened(one), call)) : one,
  );

/** Changes the body of answers with a status of errors. */
export const errorBody = (operations: string | string[], statuses: number[], change: (body: Body) => unknown): Change =>
  reply(operations, () => (one) => (statuses.includes(one.status) ? closed(one, change(opened(one))) : one));

export const data = (operations: string | string[], change: (data: never, call: Call) => unknown): Change =>
  body(operations, (whole, call) => ({ ...whole, data: change(whole.data as never, call) }));

/** Changes the items of a list: all, or one in so many. */
export const items = (operations: string | string[], change: (item: Item, call: Call) => unknown, oneIn = 1): Change =>
  data(operations, (list: Item[], call) =>
    Array.isArray(list) ? list.map((item, index) => (index % oneIn === oneIn - 1 ? change(item, call) : item)) : list,
  );

/** Changes one field of the items of a list. */
export const field = (
  operations: string | string[],
  name: string,
  change: (value: never, item: Item) => unknown,
  oneIn = 1,
): Change => items(operations, (item) => ({ ...item, [name]: change(item[name] as never, item) }), oneIn);

/** Leaves a field of the items of a list out. */
export const lacking = (operations: string | string[], name: string, oneIn = 1): Change =>
  items(operations, (item) => without(item, name), oneIn);

export const without = (item: object, name: string): Item =>
  Object.fromEntries(Object.entries(item).filter(([key]) => key !== name));

/** Answers another status than the right one. */
export const status = (operations: string | string[], right: number, wrong: number): Change =>
  reply(operations, () => (one) => (one.status === right ? { ...one, status: wrong } : one));

/** Changes a header of answers with a status; undefined leaves it out. */
export const header = (
  operations: string | string[],
  on: number,
  name: string,
  change: (value: string, headers: Readonly<Record<string, string | number>>) => string | number | undefined,
): Change =>
  reply(operations, () => (one) => {
    if (one.status !== on) return one;
    const changed = change(String(one.headers?.[name] ?? ""), one.headers ?? {});
    const { [name]: _old, ...rest } = one.headers ?? {};
    return { ...one, headers: changed === undefined ? rest : { ...rest, [name]: changed } };
  });

/** Changes what the status says of the connection. */
export const connection = (
  change: (connection: Item, call: Call) => Item,
  operations = ["readInstallationStatus", "readInstallationStatusInFlow"],
): Change =>
  data(operations, (whole: { connection_status: Item }, call) => ({
    ...whole,
    connection_status: { ...whole.connection_status, ...change(whole.connection_status, call) },
  }));

/** Changes the status log. */
export const log = (change: (entry: Item, index: number) => Item): Change =>
  data(["readInstallationStatus", "readInstallationStatusInFlow"], (whole: { logs: Item[] }) => ({
    ...whole,
    logs: whole.logs.map(change),
  }));

/** Changes a v3 page, told how many pages came before it on this walk. */
export const page = (change: (body: Body & { data: Item[] }, depth: number, call: Call) => unknown): Change =>
  reply("listResources", () => {
    const depths = new Map<string, number>();
    return (one, call) => {
      if (!isFine(one)) return one;
      const whole = opened(one) as Body & { data: Item[] };
      const depth = depths.get(call.query.get("cursor") ?? "") ?? 0;
      if (typeof whole.next_cursor === "string") depths.set(whole.next_cursor, depth + 1);
      return closed(one, change(whole, depth, call));
    };
  });

/** Changes webhooks; several, or none, may come of one. */
export const notice =
  (events: string | string[], change: (notice: Notice) => Notice | Notice[]): Change =>
  () =>
  (behaviour) => ({
    ...behaviour,
    notices: [
      ...behaviour.notices,
      (one) => ([events].flat().includes(one.event) || events === "*" ? [change(one)].flat() : [one]),
    ],
  });

/** Changes the envelope of webhooks. */
export const envelope = (events: string | string[], change: (body: Body) => Body): Change =>
  notice(events, (one) => ({ ...one, body: change(one.body) }));

export const recipients =
  (replaced: Behaviour["recipients"]): Change =>
  () =>
  (behaviour) => ({ ...behaviour, recipients: replaced });
