import { minutes } from "../../base/durations.ts";
import { fieldsOf, recordsOf } from "../../base/json.ts";
import type { ControlCall } from "../../harness/control/control.ts";
import type { Request } from "../../harness/exchange.ts";
import { authorityClauses, hasAuthority } from "./authority.ts";
import type { Clause } from "./clause.ts";
import { documentedClauses } from "./documented-requests.ts";
import { Knowledge } from "./knowledge.ts";
import type { Moment } from "./link.ts";
import { notFoundClauses } from "./not-found.ts";
import type { Seen } from "./operation.ts";
import { isOfStranger } from "./operations/partner-operation.ts";
import { operations } from "./operations.ts";
import { isRefusedForItsForm } from "./refused-form.ts";

/** The meaning of calls of the control protocol for webhooks, by their path. */
const learnEvents: Readonly<
  Record<string, (model: Knowledge, body: ControlCall["body"], answer: Record<string, unknown>, moment: Moment) => void>
> = {
  "/hooks": ({ events }, { location_id, url, events: kinds }, _, { latest }) =>
    events.subscribe(Number(location_id), String(url), kinds as string[], latest),
  "/applications": ({ events }, { application_id, lifecycle_webhook_url: url }, _, { latest }) =>
    events.sendLifecycleTo(Number(application_id), typeof url === "string" ? url : undefined, latest),
  "/events": ({ events }, { location_id, event, change }, { resource, resource_id, status }, moment) =>
    events.change(
      {
        location: Number(location_id),
        event: String(event),
        change: String(change),
        announced: { resource, resource_id, status },
      },
      moment,
    ),
};

/** True if a server may answer in its own way, so that nothing is known by it; a target that gives long cursors must take them. */
const isOpen = ({ resources }: Model, seen: Seen): boolean => {
  const isOdd = seen.view.isAddressOdd === true && !resources.cursor(String(seen.view.input.cursor));
  return isOdd || isRefusedForItsForm(seen);
};

/** A model of the target's world. It sends nothing: it is fed by every exchange and every control call, and says what each exchange shows. */
export class Model extends Knowledge {
  /** The clauses of an exchange, by everything that is known. */
  judge(seen: Seen): Clause[] {
    if (isOpen(this, seen)) return [];
    const known = operations[seen.view.operation.id];
    const own = known && (known.isJudgedInRaces || !this.isRacing) ? known.judge(this, seen) : [];
    const general = [authorityClauses, documentedClauses, notFoundClauses].flatMap((clausesOf) =>
      clausesOf(this, seen),
    );
    return [...general, ...own];
  }

  /** The clauses of every single response, also one that is repeated and set aside. */
  judgeEach(seen: Seen): Clause[] {
    return this.allowances.judge(seen, { isOurs: this.isFresh, isAlone: !this.isRacing });
  }

  /** A read in the form in which it is repeated; undefined where it cannot be. */
  renew(request: Request): Request | undefined {
    const known = operations[request.operation.id];
    return known?.renew ? known.renew(this, request) : request;
  }

  note(seen: Seen): void {
    if (!isOpen(this, seen)) operations[seen.view.operation.id]?.note?.(this, seen);
  }

  learn(seen: Seen): void {
    if (isOpen(this, seen)) return;
    this.note(seen);
    const { operation, status } = seen.view;
    // That a stranger is served does not show that the right request is.
    if (status < 300 && (operation.surface === "v3" || !isOfStranger(this, seen)))
      this.facts.add(`served ${operation.id}`);
    if (status < 300 && hasAuthority(this, seen)) this.noteServed(seen.request);
    const known = operations[operation.id];
    if (operation.method !== "GET") this.forgetOpenRecords();
    if (operation.method !== "GET" && (!known || known.isOpaque)) {
      for (const link of this.links.all()) link.paymentsOpenUntil = seen.moment.latest + minutes(1);
      this.collections.open();
    }
    known?.learn?.(this, seen);
  }

  /** Notes a call of the control protocol that was accepted, and what it returned. */
  learnControl(call: ControlCall, answer: unknown, moment: Moment): void {
    const { path, body } = call;
    this.allowances.noteOther();
    learnEvents[path]?.(this, body, fieldsOf(answer), moment);
    if (path !== "/clock/advance") this.forgetOpenRecords();
    if (path === "/events") this.services.forget();
    if (path === "/seed" && body.collection === "calls") this.telephony.forget();
    if (path === "/seed" && body.collection === "resources") this.resources.forget(String(body.location_id));
    if (path === "/seed")
      this.collections
        .of(String(body.collection), body.location_id ?? body.application_id)
        .seed(recordsOf(fieldsOf(answer).items));
    const triggers: Readonly<Record<string, "freeze" | "disable">> = {
      "/links/freeze": "freeze",
      "/links/disable": "disable",
    };
    const trigger = triggers[path];
    const link = trigger && this.links.at(body.location_id, body.application_id);
    if (trigger && link) this.move(link, { trigger, facts: {}, ...moment });
  }

  /** Notes a request to which no response came: what it did is not known. */
  learnSilence({ method, url, body = "" }: Pick<Request, "method" | "url" | "body">): void {
    this.allowances.interrupt();
    this.allowances.noteOther();
    if (method === "GET") return;
    this.forgetOpenRecords();
    for (const link of this.links.all()) if (`${url} ${body}`.includes(String(link.id.location))) link.lose();
  }
}
