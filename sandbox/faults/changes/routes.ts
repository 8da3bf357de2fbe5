import type { Route } from "../../api/call/behaviour.ts";
import type { ApiCall } from "../../api/call/call.ts";
import { Refusal } from "../../api/call/replies.ts";
import type { BehaviourChange } from "./fault.ts";

type Handler = Route["handle"];

/** Replaces every route of an operation by others. */
const routesOf =
  (operation: string, replace: (route: Route) => Route[]): BehaviourChange =>
  () =>
  (behaviour) => ({
    ...behaviour,
    routes: behaviour.routes.flatMap((route) => (route.operation === operation ? replace(route) : [route])),
  });

/** Replaces part of an operation's route. */
export const route = (operation: string, patch: Partial<Route>): BehaviourChange =>
  routesOf(operation, (right) => [{ ...right, ...patch }]);

/** Does not serve an operation. */
export const withoutRoute = (operation: string): BehaviourChange => routesOf(operation, () => []);

/** Serves an operation a second time, somewhere else. */
export const anotherRoute = (operation: string, patch: Partial<Route>): BehaviourChange =>
  routesOf(operation, (right) => [right, { ...right, ...patch }]);

/** Wraps the handler of an operation. */
export const handling = (operation: string, wrap: (handle: Handler) => Handler): BehaviourChange =>
  routesOf(operation, (right) => [{ ...right, handle: wrap(right.handle) }]);

/** Answers an operation with a status under a condition, and does nothing then. */
export const refusingIf = (operation: string, code: number, condition: (call: ApiCall) => boolean): BehaviourChange =>
  handling(operation, (handle) => (call) => (condition(call) ? refusing(code)(call) : handle(call)));

/** A handler that refuses every call. */
export const refusing =
  (code: number): Handler =>
  () => {
    throw new Refusal(code, "Refused.");
  };

/** A handler that does what it is asked, and refuses all the same. */
export const doing =
  (handle: Handler, code: number): Handler =>
  (call) => {
    handle(call);
    throw new Refusal(code, "Refused.");
  };

/** Changes what a handler is asked. */
export const asking = (operation: string, change: (call: ApiCall) => Partial<ApiCall>): BehaviourChange =>
  handling(operation, (handle) => (call) => handle({ ...call, ...change(call) }));

/** Changes a parameter of the query if it was sent; undefined leaves it out. */
export const putting = (
  operation: string,
  name: string,
  change: (value: string, call: ApiCall) => string | undefined,
): BehaviourChange =>
  asking(operation, (call) => {
    const value = call.query.get(name);
    const rest = [...call.query].filter(([key]) => key !== name);
    const changed = value === null ? undefined : change(value, call);
    return { query: new URLSearchParams(changed === undefined ? rest : [...rest, [name, changed]]) };
  });

/** Overlooks a parameter of the query. */
export const dropping = (operation: string, name: string): BehaviourChange => putting(operation, name, () => undefined);
