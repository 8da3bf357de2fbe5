import type { ApiCall } from "../../api/call/call.ts";
import { placeOf } from "../../world/data/locations.ts";
import { byTitleThenId, compareIds } from "../../world/order.ts";
import { access } from "../changes/access.ts";
import { items, page } from "../changes/data.ts";
import { all, type BehaviourChange, breaks, type Faults, subtly } from "../changes/fault.ts";
import { header, patch, without } from "../changes/replies.ts";
import { asking, dropping, putting, refusingIf } from "../changes/routes.ts";
import { cursorRefusal, opening, order, policy } from "../changes/world.ts";

const operation = "listResources";

const limitOf = ({ query, behaviour }: ApiCall): number => Number(query.get("limit") ?? behaviour.policy.pageDefault);

/** Numbers requests, and begins anew after some. */
const numbering =
  (count: number): BehaviourChange =>
  () => {
    let number = 0;
    return header(operation, 200, "x-request-id", () => `req-${number++ % count}`)();
  };

export const resourceFaults: Faults = {
  "resources have no id": breaks(
    "RES-11",
    items(operation, (item) => without(item, "id")),
  ),
  "ids of resources are objects": breaks(
    "RES-11",
    items(operation, (item) => ({ ...item, id: { value: item.id } })),
  ),
  "every third id is text": subtly(
    "RES-11",
    items(operation, (item) => ({ ...item, id: String(item.id) }), 3),
  ),
  "object is page": breaks("RES-1", patch(operation, { object: "page" })),
  "has_more is a number": breaks(
    "RES-1",
    page((list) => ({ ...list, has_more: Number(list.has_more) })),
  ),
  "next_cursor is empty while there is more": subtly(
    "RES-2",
    page((list) => (list.has_more ? { ...list, next_cursor: "" } : list)),
  ),
  "the last page lacks next_cursor": subtly(
    "RES-1",
    page((list) => (list.has_more ? list : without(list, "next_cursor"))),
  ),
  "the last page has a cursor": breaks(
    "RES-2",
    page((list) => ({ ...list, next_cursor: list.next_cursor ?? "end" })),
  ),
  "has_more is true on a last page that is full": subtly(
    "RES-2",
    page((list, _, call) => ({ ...list, has_more: list.has_more || list.data.length === limitOf(call) })),
  ),
  "a page holds one less": breaks(
    "RES-3",
    page((list) => ({ ...list, data: list.has_more ? list.data.slice(0, -1) : list.data })),
  ),
  "a page of 100 holds 99": subtly(
    "RES-3",
    putting(operation, "limit", (limit) => (limit === "100" ? "99" : limit)),
  ),
  "the default is 20": breaks("RES-4", policy({ pageDefault: 20 })),
  "the default is 26": subtly("RES-4", policy({ pageDefault: 26 })),
  "a limit of 100 is refused": subtly("RES-5", policy({ pageMaximum: 99 })),
  "a limit of 1 is refused": subtly("RES-5", policy({ pageMinimum: 2 })),
  "resources are ordered by id": breaks(
    "RES-6",
    order((a, b) => compareIds(a.id, b.id) || byTitleThenId(a, b)),
  ),
  "resources are ordered backwards": breaks(
    "RES-6",
    order((a, b) => -byTitleThenId(a, b)),
  ),
  "the third page is out of order": subtly(
    "RES-6",
    page((list, depth) => (depth === 2 ? { ...list, data: list.data.toReversed() } : list)),
  ),
  "ties are ordered by id backwards": subtly(
    "RES-7",
    order((a, b) => (a.title === b.title ? compareIds(b.id, a.id) : byTitleThenId(a, b))),
  ),
  "ties are ordered by id as text": subtly(
    "RES-7",
    order((a, b) => (a.title === b.title ? compareIds(String(a.id), String(b.id)) : byTitleThenId(a, b))),
  ),
  "a page skips the rest of a tie": subtly(
    "RES-8",
    opening((cursor) => cursor && { ...cursor, id: Number.POSITIVE_INFINITY }),
  ),
  "the third page repeats an item": subtly(
    "RES-8",
    page((list, depth) => {
      const [first] = list.data;
      return depth === 2 && first ? { ...list, data: [first, ...list.data.slice(0, -1)] } : list;
    }),
  ),
  "every page is the first": breaks("RES-8", dropping(operation, "cursor")),
  "a Location out of reach is denied": breaks("RES-9", access({ outOfReach: 403 })),
  "every Location is in reach": breaks("RES-9", access({ credentialSees: () => true })),
  "resources lack their title": breaks(
    "RES-10",
    items(operation, (item) => without(item, "title")),
  ),
  "one resource in twenty has no title": subtly(
    "RES-10",
    items(operation, (item) => ({ ...item, title: null }), 20),
  ),
  "there is no X-Request-Id": breaks(
    "RES-13",
    header(operation, 200, "x-request-id", () => undefined),
  ),
  "X-Request-Id is empty": subtly(
    "RES-13",
    header(operation, 200, "x-request-id", () => ""),
  ),
  "X-Request-Id begins anew after 250 requests": subtly("RES-13", numbering(250)),
  "a limit of 1000 is served": breaks("RES-18", policy({ pageMaximum: 1000 })),
  "a limit of 101 is served": subtly("RES-18", policy({ pageMaximum: 101 })),
  "limits from 61 to 69 are refused": subtly(
    "RES-5",
    refusingIf(operation, 422, (call) => limitOf(call) > 60 && limitOf(call) < 70),
  ),
  "an even limit above 50 gives one less": subtly(
    "RES-3",
    putting(operation, "limit", (limit) =>
      String(Number(limit) - (Number(limit) > 50 && Number(limit) % 2 === 0 ? 1 : 0)),
    ),
  ),
  "the default is 20 on later pages": subtly(
    "RES-4",
    asking(operation, ({ query }) =>
      query.has("cursor") && !query.has("limit") ? { query: new URLSearchParams([...query, ["limit", "20"]]) } : {},
    ),
  ),
  "only the first letters of titles are compared": subtly(
    "RES-6",
    order((a, b) =>
      byTitleThenId({ ...a, title: String(a.title).slice(0, 20) }, { ...b, title: String(b.title).slice(0, 20) }),
    ),
  ),
  "ties are ordered by the end of the id": subtly(
    "RES-7",
    order((a, b) =>
      a.title === b.title
        ? compareIds(Number(a.id) % 10, Number(b.id) % 10) || compareIds(a.id, b.id)
        : byTitleThenId(a, b),
    ),
  ),
  "titles are escaped for HTML": subtly(
    "RES-8",
    items(operation, (item) => ({ ...item, title: String(item.title).replaceAll("&", "&amp;") })),
  ),
  "titles end after 100 letters": subtly(
    "RES-8",
    items(operation, (item) => ({ ...item, title: String(item.title).slice(0, 100) })),
  ),
  "a Location out of reach is served with a cursor": subtly(
    "RES-9",
    all(
      access({ credentialSees: ({ query }, location) => location !== placeOf.inaccessible || query.has("cursor") }),
      cursorRefusal("location", undefined),
    ),
  ),
};
