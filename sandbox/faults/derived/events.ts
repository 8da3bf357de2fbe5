import { isDeepStrictEqual } from "node:util";
import { bundle, type Node } from "../../../specs/documents.ts";
import { loadOperations, type Operation } from "../../../specs/operations.ts";
import { fieldRowsOf } from "../../../specs/schemas/field-rows.ts";
import { changeStatuses } from "../../world/events.ts";
import type { Notice } from "../../world/notices.ts";
import { notice } from "../changes/webhooks.ts";
import type { DerivedFault } from "./derived-fault.ts";
import { changedAt, wrongValues } from "./wrong-values.ts";

/** The changes that send an event; none for a lifecycle event. */
const changesOf = ({ path }: Operation): string[] =>
  ((bundle("webhooks").webhooks?.[path]?.post as Node | undefined)?.["x-changes"] ?? []) as string[];

/** Something wrong with the webhooks of an event. */
interface WrongNotice {
  wrong: string;
  breaks: string;
  kind?: "enum";
  above?: readonly string[];
  change: (webhook: Notice) => Notice | Notice[];
}

const withBody = (webhook: Notice, body: unknown): Notice => ({ ...webhook, body: body as Notice["body"] });

/** Mistakes in a value alone: the events' own deliveries below say which values they have. */
const valuesAlone = ["is empty", "has the other sign", "has the other letter case"];

/** The fields of the envelope, wrong in every way. */
function wrongBodies(event: Operation): WrongNotice[] {
  return fieldRowsOf(event).flatMap((place) =>
    wrongValues(place)
      .filter(({ wrong }) => !valuesAlone.includes(wrong))
      .map(
        ({ wrong, kind, breaks, change }): WrongNotice => ({
          wrong: `/${place.path.join("/")} ${wrong}`,
          breaks: breaks ?? place.requirement,
          above: place.above,
          ...(kind === "enum" ? { kind } : {}),
          change: (webhook) => withBody(webhook, changedAt(webhook.body, place.path, change)),
        }),
      ),
  );
}

const isChange = (webhook: Notice, change: string): boolean =>
  webhook.body.status === changeStatuses[change as keyof typeof changeStatuses];

/** Mistakes in every webhook about a record, whatever it carries. */
const wrongDeliveries = (event: Operation): WrongNotice[] => [
  ...changesOf(event).map(
    (change): WrongNotice => ({
      wrong: `is not sent when ${change}`,
      breaks: event.path === "GoodsOperationEvent" ? "HOOK-24" : "HOOK-9",
      change: (webhook) => (isChange(webhook, change) ? [] : webhook),
    }),
  ),
  { wrong: "is sent twice", breaks: "HOOK-6", change: (webhook) => [webhook, webhook] },
  { wrong: "is a PUT", breaks: "HOOK-1", change: (webhook) => ({ ...webhook, method: "PUT" }) },
  {
    wrong: "is labelled as text",
    breaks: "HOOK-1",
    change: (webhook) => ({ ...webhook, headers: { "content-type": "text/plain" } }),
  },
  {
    wrong: "names the next Location",
    breaks: "HOOK-3",
    change: (webhook) => withBody(webhook, { ...webhook.body, company_id: Number(webhook.body.company_id) + 1 }),
  },
  {
    wrong: "names the next record",
    breaks: "HOOK-3",
    change: (webhook) => withBody(webhook, { ...webhook.body, resource_id: Number(webhook.body.resource_id) + 1 }),
  },
  {
    wrong: "tells of another change",
    breaks: "HOOK-3",
    change: (webhook) => withBody(webhook, { ...webhook.body, status: "update" }),
  },
  {
    wrong: "names another kind of resource",
    breaks: "HOOK-3",
    change: (webhook) => withBody(webhook, { ...webhook.body, resource: `other_${String(webhook.body.resource)}` }),
  },
];

const lifecycleRequirements: Record<string, string> = { freeze: "LIFE-1", uninstall: "LIFE-2" };

const wrongLifecycle = ({ path }: Operation): WrongNotice[] => {
  const breaks = lifecycleRequirements[path] ?? "";
  return [
    { wrong: "is not sent", breaks, change: () => [] },
    { wrong: "is sent twice", breaks, change: (webhook) => [webhook, webhook] },
    {
      wrong: "goes elsewhere too",
      breaks: "LIFE-3",
      change: (webhook) => [webhook, { ...webhook, url: webhook.url.replace(/\/[^/]*$/, "/hooks") }],
    },
  ];
};

/** Each event that the platform sends, wrong in every way. */
export const eventFaults = (): DerivedFault[] =>
  loadOperations()
    .filter(({ surface }) => surface === "webhooks")
    .flatMap((event) => {
      const isLifecycle = event.path in lifecycleRequirements;
      const wrongs = isLifecycle ? wrongLifecycle(event) : [...wrongDeliveries(event), ...wrongBodies(event)];
      return wrongs.map(
        ({ wrong, breaks, above = [], kind, change }): DerivedFault => ({
          name: `${event.path} ${wrong}`,
          kind: kind ?? "event",
          wrong,
          breaks,
          above,
          place: event.path,
          change: (onShown) =>
            notice(event.path, (webhook) => {
              const changed = change(webhook);
              if (!isDeepStrictEqual(changed, webhook)) onShown();
              return changed;
            }),
        }),
      );
    });
