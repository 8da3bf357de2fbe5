import { expect, test } from "vitest";
import { startTestApplication } from "../../console/testing/partner-app.ts";
import { partnerProfile } from "../../harness/profiles/partner-profile.ts";
import { certifyPartner } from "../../library/certify.ts";
import { freshFirst, linkedLocations } from "../../library/platform/run-ids.ts";
import { freePorts } from "../testing/certifying.ts";

interface Api {
  readCalls: (fields: object) => Promise<unknown>;
}

const tokens = { partner_token: "our-partner", system_user_token: "our-system-user", v3_access_token: "our-v3-access" };

/** Certifies an application that takes Locations of an earlier certification for linked, and reads them before it confirms another. */
async function certifyAfter(left: readonly number[], more: object = {}) {
  const [events, unlinked, portBase]: [unknown[], number[], number] = [[], [], await freePorts(4)];
  const environment = {
    BASE_URL: `http://127.0.0.1:${portBase}/api/v1`,
    APP_URL: `http://127.0.0.1:${portBase + 1}`,
    PARTNER_TOKEN: tokens.partner_token,
    SYSTEM_USER_TOKEN: tokens.system_user_token,
    APPLICATION_ID: "200",
  };
  const application = await startTestApplication(environment, {
    beforeCallback: async (api: Api) => {
      for (const salon_id of left)
        await api.readCalls({ salon_id, date_from: "2026-01-01", date_to: "2026-01-02", page: 1, limit: 20 });
    },
    onLifecycle: async (_api: Api, event: unknown) => void events.push(event),
  });
  try {
    const profile = partnerProfile(application.profile(["calls"], { sandbox: tokens, ...more }) as never);
    const first = freshFirst(left.at(-1));
    const onUnlinked = (locations: readonly number[]) => unlinked.push(...locations);
    const { results } = await certifyPartner(profile, { portBase, ids: { first, left }, onUnlinked });
    return { results, events, unlinked, first };
  } finally {
    application.close();
  }
}

const left = linkedLocations(freshFirst(undefined, Date.now() - 3_600_000)).slice(0, 3);

test.concurrent("what an earlier certification left is uninstalled first, and what this one links at its end", async () => {
  const { results, events, unlinked, first } = await certifyAfter(left);
  expect(results.verdict).toBe("pass");
  const connected = linkedLocations(first).slice(0, 2);
  expect(events).toMatchObject(
    [...left, ...connected].map((salon_id) => ({ event: "uninstall", salon_id, application_id: 200 })),
  );
  expect(unlinked).toEqual([...left, ...linkedLocations(first)]);
});

test.concurrent("an application that cannot learn of earlier Locations' end is not judged by what it reads of them", async () => {
  const { results, events, unlinked, first } = await certifyAfter(left, { lifecycle_webhook_url: undefined });
  expect(results.verdict).toBe("pass");
  expect(results.observations).toContainEqual({
    topic: "requests about Locations of earlier certifications",
    value: 2 * left.length,
  });
  expect(events).toEqual([]);
  // It does not know either that the two Locations of this certification are gone.
  expect(unlinked).toEqual(linkedLocations(first).slice(2));
});
