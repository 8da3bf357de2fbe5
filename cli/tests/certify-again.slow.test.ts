import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startRemembering } from "../../console/testing/remembering.ts";
import { assayProcess } from "../testing/assay.ts";
import { freePorts } from "../testing/certifying.ts";
import { startProcess } from "../testing/processes.ts";
import { isWhole } from "../testing/rows.ts";

test("an application that keeps running is certified again and again, and once more after a killed certification", async () => {
  const [base, folder] = [await freePorts(4), mkdtempSync(join(tmpdir(), "assay-again-"))];
  const sandbox = {
    partner_token: "our-partner-token",
    system_user_token: "our-system-user-token",
    v3_access_token: "our-v3-access-token",
    application_id: 777,
  };
  const application = await startRemembering({
    BASE_URL: `http://127.0.0.1:${base}/api/v1`,
    APP_URL: `http://127.0.0.1:${base + 1}`,
    V3_BASE_URL: `http://127.0.0.1:${base + 2}/v3`,
    PARTNER_TOKEN: sandbox.partner_token,
    SYSTEM_USER_TOKEN: sandbox.system_user_token,
    V3_ACCESS_TOKEN: sandbox.v3_access_token,
    APPLICATION_ID: String(sandbox.application_id),
  });
  const profile = join(folder, "profile.yaml");
  const claims = ["install", "webhooks", "lifecycle", "resources", "calls"];
  writeFileSync(profile, JSON.stringify(application.profile(claims, { sandbox })));
  const command = (out: string) =>
    ["certify", "--partner", profile, "--port-base", String(base), "--out", join(folder, out)] as const;
  try {
    for (let count = 1; count <= (isWhole ? 5 : 2); count++) {
      const { code, stdout } = await assayProcess(command(`out-${count}`));
      expect(stdout).toContain("acme: certified");
      expect([code, ...application.linked()]).toEqual([0]);
    }
    const confirmed = application.confirms(4);
    const killed = startProcess(command("killed"));
    await confirmed;
    expect(await killed.stop("SIGKILL")).toBe("SIGKILL");
    const left = [...application.linked()];
    expect(left).not.toEqual([]);
    const { code, stdout } = await assayProcess(command("after"));
    expect(stdout).toContain("acme: certified");
    expect([code, ...application.linked()]).toEqual([0]);
  } finally {
    application.close();
  }
});
