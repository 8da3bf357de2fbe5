import { expect, onTestFinished, test } from "vitest";
import { freePorts } from "../cli/testing/certifying.ts";
import { startTestApplication } from "../console/testing/partner-app.ts";
import { guardConnections } from "../harness/http/connection-guard.ts";
import { partnerProfile, type WrittenPartnerProfile } from "../harness/profiles/partner-profile.ts";
import { certifyPartner } from "./certify.ts";

/** Stands for a public network: everything but this address counts as private, the platform's included. */
const outside = "127.0.0.2";
const guard = (address: string) => (address === outside ? undefined : `${address} is in a private network`);

const claims = ["install", "webhooks", "lifecycle", "resources", "calls"];

test.runIf(process.platform === "linux")(
  "a guarded certification reaches the application and its own platform, and nothing else",
  async () => {
    const portBase = await freePorts(4);
    const at = (port: number, path: string) => `http://127.0.0.1:${portBase + port}${path}`;
    const sandbox = {
      partner_token: "partner-token",
      system_user_token: "system-user-token",
      v3_access_token: "v3-token",
    };
    const application = await startTestApplication({
      HOST: outside,
      BASE_URL: at(0, "/api/v1"),
      API_ROOT: at(0, "/api"),
      APP_URL: at(1, ""),
      V3_BASE_URL: at(2, "/v3"),
      PARTNER_TOKEN: sandbox.partner_token,
      SYSTEM_USER_TOKEN: sandbox.system_user_token,
      V3_ACCESS_TOKEN: sandbox.v3_access_token,
      APPLICATION_ID: "200",
    });
    onTestFinished(application.close);
    const written = application.profile(claims, { sandbox }) as unknown as WrittenPartnerProfile;
    const certified = (profile: WrittenPartnerProfile) =>
      guardConnections(guard, () => certifyPartner(partnerProfile(profile), { portBase }));
    expect((await certified(written)).results).toMatchObject({ verdict: "pass" });
    const inside = { ...written, claims: ["webhooks"], webhook_url: at(0, "/api/v1/hooks") } as WrittenPartnerProfile;
    const { entries } = await certified(inside);
    expect(JSON.stringify(entries)).toContain("127.0.0.1 is in a private network");
  },
);
