import { readFileSync } from "node:fs";
import { Agent, request } from "undici";
import { UsageError } from "../../base/errors.ts";
import { fieldsOf, parseJson } from "../../base/json.ts";
import { authorizations } from "../../harness/http/authorization.ts";
import { requestFor } from "../../harness/http/requests.ts";
import type { Credentials, Target } from "../../harness/target.ts";
import { loadInstallMachine, type Trigger } from "../../specs/install-machine.ts";
import { loadOperations } from "../../specs/operations.ts";
import type { ChosenSandbox } from "./chosen-sandbox.ts";

/** Which link is moved. */
interface MovedLink {
  location: number;
  application: number;
}

type Step = (sandbox: ChosenSandbox, link: MovedLink) => Promise<string>;

const byPlatform =
  (step: "freeze" | "disable"): Step =>
  async ({ control }, { location, application }) => {
    await control[step](location, application);
    return "done";
  };

/** A step that is a call of the API: which operation, and in whose name. */
const byCall =
  (id: string, credential: "partner_token" | "owner_user_token"): Step =>
  async (sandbox, { location, application }) => {
    const { urls, credentials, ca_file } = sandbox;
    const operation = loadOperations().find((each) => each.id === id);
    if (!operation || !urls[operation.address as keyof typeof urls] || !credentials.partner_token)
      throw new UsageError("this step is a call of the API; give --target with urls and credentials");
    const sent = requestFor(operation, { urls } as Target, {
      path: { company_id: location, location_id: location, application_id: application },
      authorization: authorizationFor(credential, credentials),
      ...(id === "confirmInstallation" ? { body: { salon_id: location, application_id: application } } : {}),
    });
    const answer = await request(sent.url, {
      method: sent.method,
      headers: sent.headers.flat(),
      body: sent.body ?? null,
      signal: AbortSignal.timeout(30_000),
      ...(ca_file ? { dispatcher: new Agent({ connect: { ca: readFileSync(ca_file) } }) } : {}),
    });
    const text = await answer.body.text();
    if (answer.statusCode < 300) return `answered ${answer.statusCode}`;
    const { message } = fieldsOf(fieldsOf(parseJson(text)).meta);
    throw new UsageError(
      `${sent.method} ${operation.path} answers ${answer.statusCode}: ${String(message ?? text).slice(0, 200)}`,
    );
  };

const authorizationFor = (name: "partner_token" | "owner_user_token", credentials: Partial<Credentials>): string =>
  name === "partner_token"
    ? authorizations.BearerPartner(credentials)
    : authorizations.BearerPartnerUser(credentials, credentials.owner_user_token ?? "");

/** The steps of the install machine that someone can take, by the names that the machine gives them. */
export const installSteps: Readonly<Record<string, Step>> = {
  grant_access: byCall("grantAccess", "owner_user_token"),
  callback: byCall("confirmInstallation", "partner_token"),
  freeze: byPlatform("freeze"),
  disable: byPlatform("disable"),
  uninstall: byCall("uninstall", "partner_token"),
};

/** A step in words, as the specification has it. */
export const stepWords = (step: string): string => loadInstallMachine().triggers[step as Trigger].means;
