import { expect, test } from "vitest";
import { partnerProfile } from "../../../harness/profiles/partner-profile.ts";
import { certify } from "./certify.ts";

test("an application whose name no one can look up here is not judged at night", async () => {
  const profile = partnerProfile({ name: "a", claims: ["webhooks"], webhook_url: "http://nobody.invalid/" });
  const order = { profile, ids: { first: 100, left: [] }, portBase: undefined, isPartial: false, hasPerson: false };
  // No one listens on this port.
  const judged = await certify(
    { ...order, allowsPrivate: true, nameServers: ["127.0.0.1:9"] },
    { signal: new AbortController().signal, report: () => undefined },
  );
  expect(judged).toEqual({ whyNot: expect.stringContaining("name servers of this machine do not answer") as string });
});
