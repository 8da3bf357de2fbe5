import type { ControlChecker } from "./control-checker.ts";

/** GET /traffic: every request that was received, in order. */
export async function checkTraffic(checker: ControlChecker): Promise<void> {
  const before = (await checker.control.traffic(0)).at(-1)?.n ?? 0;
  await checker.ask("listCountries", "partner_token", {});
  const seen = await checker.control.traffic(before);
  const isListed = seen.length === 1 && seen[0]?.method === "GET" && seen[0].surface === "base";
  checker.expect(
    "traffic",
    isListed,
    `after one GET, ${seen.length} requests are listed as new`,
    "list what was received after the request with this number",
  );
}

/** POST /replies: the next matching request gets a reply in place of the right one. */
export async function checkReplies(checker: ControlChecker): Promise<void> {
  await checker.control.standIn({
    surface: "base",
    method: "GET",
    path: "/countries",
    times: 1,
    reply: { status: 503, headers: {}, body: null, delay_ms: 0 },
  });
  const [first, second] = [
    await checker.ask("listCountries", "partner_token", {}),
    await checker.ask("listCountries", "partner_token", {}),
  ];
  checker.expect(
    "replies",
    first.status === 503 && second.status !== 503,
    `two requests are answered ${first.status} and ${second.status} after one reply of 503`,
    "give the reply to as many requests as `times` says",
  );
}
