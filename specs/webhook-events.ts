import { bundle, type Node } from "./documents.ts";
import { loadOperations } from "./operations.ts";

/** The changes that send an event about a record, by event; lifecycle events have none. */
const changesByEvent = Object.entries(bundle("webhooks").webhooks ?? {}).flatMap(
  ([event, { post }]): [string, string[]][] => {
    const changes = (post as Node)["x-changes"] as string[] | undefined;
    return changes ? [[event, changes]] : [];
  },
);

/** The event of operations with products; it has a `resource` for each kind of operation. */
export const goodsEvent = "GoodsOperationEvent";

/** The events about records of one kind, with the changes that send them. */
export const recordEvents: ReadonlyMap<string, readonly string[]> = new Map(
  changesByEvent.filter(([event]) => event !== goodsEvent),
);

/** Each `resource` that an event about a product operation can have. */
export const goodsOperations: readonly string[] = resourcesOf(goodsEvent);

function resourcesOf(event: string): string[] {
  const { schema } = loadOperations().find(({ path }) => path === event)?.body ?? {};
  return ((schema?.allOf ?? []) as { properties?: { resource?: { enum?: string[] } } }[]).flatMap(
    ({ properties }) => properties?.resource?.enum ?? [],
  );
}
