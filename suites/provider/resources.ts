import type { Item } from "../../harness/control.ts";
import type { Exchange } from "../../harness/exchange.ts";
import { limit } from "../../specs/limits.ts";
import { spelled } from "./pages.ts";
import { Obstacle, type Proof, proof } from "./proof.ts";
import { json, type Role, type Stage } from "./stage.ts";

const reach = ["urls.v3_base_url", "credentials.v3_token", "fixtures.location_id"];
const seeded = [...reach, "control.seed"];
const timed = [...seeded, "control.clock"];
const lifetime = limit("cursor_lifetime") * 1000;
const edge = limit("edge") * 1000;
const [least, most, usual] = [limit("page_size.minimum"), limit("page_size.maximum"), limit("page_size.default")];

/** One page of the v3 list, as far as it can be read. */
interface Page {
  exchange: Exchange;
  items: Item[];
  hasMore: unknown;
  cursor: unknown;
}

async function ask(
  stage: Stage,
  query: Record<string, string | number> = {},
  role: Role = "v3",
  location_id = stage.fixture("location_id"),
): Promise<Page> {
  const exchange = await stage.ask("listResources", { path: { location_id }, query, authorization: stage.as(role) });
  const { status } = exchange.response;
  const body = json(exchange) as { data?: unknown; has_more?: unknown; next_cursor?: unknown } | undefined;
  const items = status === 200 && Array.isArray(body?.data) ? (body.data as Item[]) : [];
  return { exchange, items, hasMore: body?.has_more, cursor: body?.next_cursor };
}

/** A page that the rest of a proof rests on. */
async function served(
  stage: Stage,
  query: Record<string, string | number> = {},
  role: Role = "v3",
  location?: number,
): Promise<Page & { cursor: string }> {
  const page = await ask(stage, query, role, location);
  stage.needs(page.exchange, 200);
  return { ...page, cursor: typeof page.cursor === "string" ? page.cursor : "" };
}

/** Titles on whose order every reasonable collation agrees, with ties, and ids whose order as text is another than as numbers. */
const titled = (count: number): { id: number; title: string }[] =>
  Array.from({ length: count }, (_, index) => ({
    id: 95 + index,
    title: `Room ${((index * 7) % Math.max(1, Math.ceil(count / 3))) + 100}`,
  }));

/** Walks from cursor to cursor; stops where the provider stops, or where it goes on for too long. */
async function walk(
  stage: Stage,
  size: number,
  count: number,
): Promise<{ ids: unknown[]; titles: string[]; last: Exchange }> {
  const found: Item[] = [];
  let page = await ask(stage, { limit: size });
  for (let turn = 0; ; turn++) {
    found.push(...page.items);
    const isFull = page.items.length === size;
    if (page.hasMore === true)
      stage.holds(
        "RES-3",
        page.exchange,
        isFull,
        `a page of ${page.items.length}`,
        `${size}, since there are more`,
        "/data",
      );
    stage.holds(
      "RES-3",
      page.exchange,
      page.items.length <= size,
      `a page of ${page.items.length}`,
      `at most ${size}`,
      "/data",
    );
    if (page.hasMore !== true || typeof page.cursor !== "string" || turn > Math.ceil(count / size) + 1) break;
    page = await ask(stage, { limit: size, cursor: page.cursor });
  }
  return { ids: found.map((item) => item?.id), titles: found.map((item) => String(item?.title)), last: page.exchange };
}

/** Writes down whether an order is by title and, among equals, by id where ids can be compared. */
function ordered(stage: Stage, { ids, titles, last }: { ids: unknown[]; titles: string[]; last: Exchange }): void {
  const wrongTitle = titles.findIndex((title, index) => index > 0 && title < (titles[index - 1] ?? ""));
  stage.holds(
    "RES-6",
    last,
    wrongTitle < 0,
    `${titles[wrongTitle - 1]} before ${titles[wrongTitle]}`,
    "titles in order",
    "/data",
  );
  const wrongId = ids.findIndex((id, index) => {
    const before = ids[index - 1];
    if (index === 0 || titles[index] !== titles[index - 1]) return false;
    if (typeof id === "number" && typeof before === "number") return id < before;
    return typeof id === "string" && typeof before === "string" && id.length === before.length && id < before;
  });
  stage.holds(
    "RES-7",
    last,
    wrongId < 0,
    `${String(ids[wrongId - 1])} before ${String(ids[wrongId])} under one title`,
    "ids in order",
    "/data",
  );
}

/** Every field code stands somewhere in a body whose shape is not shown. */
function refused(stage: Stage, requirement: string, { exchange }: Page, ...codes: string[]): void {
  stage.answers("CUR-2", exchange, 422);
  const { body } = exchange.response;
  stage.holds(
    "CUR-2",
    exchange,
    body.includes("validation_failed"),
    "a body without validation_failed",
    "validation_failed",
  );
  const isSo = exchange.response.status === 422 && codes.some((code) => body.includes(code));
  const other = ["expired_cursor", "invalid_cursor", "foreign_cursor"].find((code) => body.includes(code));
  stage.holds(
    requirement,
    exchange,
    isSo,
    other ?? `the status ${exchange.response.status}`,
    `422 with ${codes.join(" or ")}`,
  );
}

/** Proofs of the v3 list: its pages, its order and its cursors. */
export const resourceProofs: Proof[] = [
  ...[0, 1, 25, 26, 130].map((count) =>
    proof(
      "RES-3 RES-6 RES-7 RES-8 RES-1 RES-2 RES-10",
      `walking ${count} resources gives each once, in order`,
      seeded,
      async (stage) => {
        const items = await stage.control.seed(stage.fixture("location_id"), "resources", titled(count));
        const sizes = count === 130 ? [7, 26, 65, 99, 100] : [1, 5, 25];
        const walks = [];
        for (const size of sizes) {
          const walked = await walk(stage, size, count);
          const isSo =
            walked.ids.map(String).toSorted().join(" ") ===
            items
              .map(({ id }) => String(id))
              .toSorted()
              .join(" ");
          stage.holds(
            "RES-8",
            walked.last,
            isSo,
            spelled(walked.ids),
            `each of ${spelled(items.map(({ id }) => id))} once`,
            "/data",
          );
          ordered(stage, walked);
          walks.push(walked.ids.join());
          const isAlike = walked.ids.join() === walks[0];
          stage.holds(
            "RES-7",
            walked.last,
            isAlike || !isSo,
            `another order with limit ${size}`,
            `the order of limit ${sizes[0]}`,
            "/data",
          );
        }
      },
    ),
  ),

  proof("RES-4 RES-5 RES-18 RES-12", "the bounds and the default of limit are kept", seeded, async (stage) => {
    await stage.control.seed(stage.fixture("location_id"), "resources", titled(most + 30));
    const absent = await served(stage);
    stage.holds(
      "RES-4",
      absent.exchange,
      absent.items.length === usual,
      `a page of ${absent.items.length}`,
      String(usual),
      "/data",
    );
    for (const size of [least, 2, usual - 1, usual, usual + 1, most - 1, most]) {
      const page = await ask(stage, { limit: size });
      if (!stage.answers("RES-5", page.exchange, 200)) continue;
      stage.holds(
        "RES-3",
        page.exchange,
        page.items.length === size,
        `a page of ${page.items.length}`,
        String(size),
        "/data",
      );
    }
    for (const beyond of [0, -1, most + 1, 1000, "many", ""]) {
      const page = await ask(stage, { limit: beyond });
      const { status } = page.exchange.response;
      stage.holds(
        "RES-18",
        page.exchange,
        status < 500 && page.items.length <= most,
        status < 500 ? `${page.items.length} items` : `the status ${status}`,
        `at most ${most} items, or a refusal`,
        "/data",
      );
      stage.observe(`status of limit=${String(beyond)}`, status);
    }
  }),

  proof("RES-8", "the list is the Location's own", [...seeded, "fixtures.second_location_id"], async (stage) => {
    const mine = await stage.control.seed(stage.fixture("location_id"), "resources", titled(4));
    const theirs = await stage.control.seed(stage.fixture("second_location_id"), "resources", [{ title: "Another" }]);
    const page = await served(stage);
    stage.holds(
      "RES-8",
      page.exchange,
      page.items.length === mine.length && !page.items.some(({ title }) => title === theirs[0]?.title),
      spelled(page.items.map(({ title }) => title)),
      spelled(mine.map(({ title }) => title)),
      "/data",
    );
  }),

  proof(
    "RES-9",
    "a Location out of reach is not found",
    [...reach, "fixtures.inaccessible_location_id", "fixtures.unknown_location_id"],
    async (stage) => {
      await served(stage);
      for (const name of ["inaccessible_location_id", "unknown_location_id"] as const)
        stage.answers("RES-9", (await ask(stage, {}, "v3", stage.fixture(name))).exchange, 404);
    },
  ),

  proof("CUR-1 CUR-3 CUR-2", "a cursor lives to the last second of its life, and no longer", timed, async (stage) => {
    await stage.control.seed(stage.fixture("location_id"), "resources", titled(9));
    const given = stage.now();
    const { cursor } = await served(stage, { limit: 3 });
    await stage.advanceTo(given + lifetime - edge);
    stage.answers("CUR-1", (await ask(stage, { limit: 3, cursor })).exchange, 200);
    const again = await served(stage, { limit: 3 });
    await stage.advanceTo(stage.now() + lifetime + edge);
    refused(stage, "CUR-3", await ask(stage, { limit: 3, cursor: again.cursor }), "expired_cursor");
  }),

  proof("CUR-4 CUR-2", "a malformed cursor is refused as invalid", seeded, async (stage) => {
    await stage.control.seed(stage.fixture("location_id"), "resources", titled(9));
    const { cursor } = await served(stage, { limit: 3 });
    if (cursor.length < 4) throw new Obstacle("the first page has no cursor");
    stage.needs((await ask(stage, { limit: 3, cursor })).exchange, 200);
    const middle = Math.floor(cursor.length / 2);
    const broken = [
      "not-a-cursor",
      "%00",
      cursor.slice(0, middle),
      cursor.slice(0, -3),
      `${cursor}${cursor}`,
      `x${cursor.slice(2)}`,
      "🙂",
    ];
    for (const one of broken) refused(stage, "CUR-4", await ask(stage, { limit: 3, cursor: one }), "invalid_cursor");
    stage.observe("status of an empty cursor", (await ask(stage, { limit: 3, cursor: "" })).exchange.response.status);
  }),

  proof(
    "CUR-5 CUR-2",
    "a cursor of another credential is foreign",
    [...seeded, "credentials.v3_other_token"],
    async (stage) => {
      await stage.control.seed(stage.fixture("location_id"), "resources", titled(9));
      const { cursor } = await served(stage, { limit: 3 });
      await served(stage, { limit: 3 }, "v3_other_token");
      refused(stage, "CUR-5", await ask(stage, { limit: 3, cursor }, "v3_other_token"), "foreign_cursor");
      stage.needs((await ask(stage, { limit: 3, cursor })).exchange, 200);
    },
  ),

  proof(
    "CUR-6 CUR-2",
    "a cursor of another Location is foreign",
    [...seeded, "fixtures.second_location_id"],
    async (stage) => {
      const second = stage.fixture("second_location_id");
      for (const id of [stage.fixture("location_id"), second]) await stage.control.seed(id, "resources", titled(9));
      const { cursor } = await served(stage, { limit: 3 });
      await served(stage, { limit: 3 }, "v3", second);
      refused(stage, "CUR-6", await ask(stage, { limit: 3, cursor }, "v3", second), "foreign_cursor");
      stage.needs((await ask(stage, { limit: 3, cursor })).exchange, 200);
    },
  ),
];
