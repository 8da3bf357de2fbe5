import { stringify } from "yaml";
import type { Complaint } from "../../base/formats/format-check.ts";
import { fieldsOf, parseJson } from "../../base/json.ts";
import type { Claim } from "../../harness/profiles/partner-profile.ts";
import { claimOf, requirementsUnder } from "../../suites/partner/claims.ts";
import { type AccountRole, isOperator } from "../accounts/actor.ts";
import { writeAudit } from "../accounts/audit.ts";
import { createInvitation } from "../accounts/invitations.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { type Partner, readSecrets } from "../partners/partners.ts";
import { deepest, longestProfile, readProfileText, refusedAddresses, shownProfile } from "../partners/profile.ts";
import { askRun, runsOf, type StoredRun } from "../runs/runs.ts";
import { hashToken, makeToken } from "../vault/tokens.ts";
import type { RouteCall } from "./action.ts";
import { oneOf, optional, text, texts, type ValuesOf } from "./fields.ts";

/** JSON that an application is asked with. */
const askedBody = optional(text(4_000));

/** A profile as it is typed: as YAML, or as a form. */
export const profileFields = {
  as: optional(oneOf(["form"])),
  yaml: optional(text(longestProfile)),
  name: optional(text()),
  claims: optional(texts()),
  "connect.url": optional(text()),
  "connect.body": askedBody,
  webhook_url: optional(text()),
  lifecycle_webhook_url: optional(text()),
  "resources.url": optional(text()),
  "resources.body": askedBody,
  "calls.url": optional(text()),
  "calls.body": askedBody,
};

type TypedProfile = ValuesOf<typeof profileFields>;

/** The extent of a certification: all, the claims that did not hold the last time, some claims, or one requirement. */
interface CertificationRequest {
  only?: "failed" | undefined;
  claims?: string[] | undefined;
  requirement?: string | undefined;
}

/** Asks for a certification. */
export async function askCertification(
  { context, actor, partner }: RouteCall,
  { only, claims: chosen, requirement }: CertificationRequest,
): Promise<StoredRun> {
  const { database } = context;
  if (!partner.profile_shown) throw new ConsoleRefusal("conflict", "describe the application first");
  if (partner.state === "revoked")
    throw new ConsoleRefusal("conflict", "it is revoked; an operator has to readmit it first");
  const claims = await claimsAsked({ context, partner }, { only, claims: chosen, requirement });
  return database.transaction(async (sql) => {
    const askedBy = isOperator(actor) ? "operator" : "person";
    const wanted = { ...(claims ? { claims } : {}), ...(requirement ? { requirement } : {}) };
    const run = await askRun(context, sql, { partnerId: partner.id, askedBy, ...wanted });
    await writeAudit(sql, actor, {
      about: `${partner.slug}${claims ? `: ${requirement ?? claims.join(", ")}` : ""}`,
      partnerId: partner.id,
    });
    return run;
  });
}

/** The claims that a request names; none where it asks for all. */
async function claimsAsked(
  { context, partner }: Pick<RouteCall, "context" | "partner">,
  { only, claims, requirement }: CertificationRequest,
): Promise<string[] | undefined> {
  if (requirement) return claimsAround(partner, requirement);
  if (only === "failed") return failedClaims({ context, partner });
  return claims && chosenClaims(partner, claims);
}

const claimsOf = (partner: Partner): Claim[] => shownProfile(partner)?.claims ?? [];

/** The claims that are played so that one requirement is judged: its own and install; all for one that holds of every application. */
function claimsAround(partner: Partner, requirement: string): string[] {
  const claimed = claimsOf(partner);
  const claim = [...claimed, undefined].find((each) => requirementsUnder(each).includes(requirement));
  if (claim === undefined && !requirementsUnder(undefined).includes(requirement))
    throw new ConsoleRefusal(
      "bad-input",
      `nothing that the profile claims has a requirement ${requirement}`,
      "requirement",
    );
  return claim === undefined ? claimed : claimed.filter((each) => each === "install" || each === claim);
}

/** The claims that were chosen, and install, which all the others need; undefined where they are all. */
function chosenClaims(partner: Partner, chosen: readonly string[]): string[] | undefined {
  const claimed: string[] = claimsOf(partner);
  const foreign = chosen.find((claim) => !claimed.includes(claim));
  if (foreign !== undefined) throw new ConsoleRefusal("bad-input", `the profile does not claim ${foreign}`, "claims");
  const wanted = claimed.filter((claim) => claim === "install" || chosen.includes(claim));
  return wanted.length === claimed.length ? undefined : wanted;
}

/** The claims of which something did not hold in the latest run, and install, which all the others need. */
async function failedClaims({ context, partner }: Pick<RouteCall, "context" | "partner">): Promise<string[]> {
  const latest = (await runsOf(context.database, partner.id)).find(({ state }) => state === "finished");
  const broken = Object.entries(latest?.outcomes ?? {}).flatMap(([id, outcome]) =>
    outcome === "fail" || outcome === "warn" ? [id] : [],
  );
  const claimed: string[] = claimsOf(partner);
  if (broken.length === 0) throw new ConsoleRefusal("conflict", "nothing failed in the latest run");
  const named = new Set<string | undefined>(broken.map(claimOf));
  // A requirement of every application is seen in whatever it does.
  const failed = named.has(undefined) ? claimed : claimed.filter((claim) => named.has(claim));
  if (failed.length === 0) throw new ConsoleRefusal("conflict", "what failed in the latest run is no longer claimed");
  return claimed.filter((claim) => claim === "install" || failed.includes(claim));
}

/** A profile as a form has it, put over the one before as that is shown. */
function profileFromForm(partner: Partner, given: TypedProfile): string {
  const before = shownProfile(partner);
  const ask = (name: "connect" | "resources" | "calls", earlier: object | null | undefined) => {
    const url = given[`${name}.url`]?.trim();
    if (!url) return undefined;
    const { body: _body, ...rest } = fieldsOf(earlier);
    const body = bodyOf(name, given[`${name}.body`]);
    return { ...rest, url, ...(body === undefined ? {} : { body }) };
  };
  const actions = {
    resources: ask("resources", before?.actions?.resources),
    calls: ask("calls", before?.actions?.calls),
  };
  const profile = {
    ...before,
    name: given.name ?? "",
    claims: given.claims ?? [],
    connect: ask("connect", before?.connect),
    webhook_url: given.webhook_url?.trim(),
    lifecycle_webhook_url: given.lifecycle_webhook_url?.trim(),
    actions: actions.resources || actions.calls ? actions : undefined,
  };
  return stringify(JSON.parse(JSON.stringify(profile)));
}

function bodyOf(name: string, written = ""): unknown {
  if (!written.trim()) return undefined;
  const value = parseJson(written, deepest);
  if (value === undefined)
    throw new ConsoleRefusal(
      "bad-input",
      `this is not JSON, or is nested more than ${deepest} levels deep; an example is {"location_id": "{location_id}"}`,
      `${name}.body`,
    );
  return value;
}

/** The text of a profile that was sent: as YAML, or as a form. */
export const profileTextOf = (partner: Partner, given: TypedProfile): string =>
  given.as === "form" ? profileFromForm(partner, given) : (given.yaml ?? "");

/** One thing that is wrong with a profile, and the field of the form that it belongs to. */
export interface FormComplaint {
  field: string;
  message: string;
}

/** Finds the mistakes in a profile as it is typed. */
export async function checkTyped(
  context: ConsoleContext,
  partner: Partner,
  given: TypedProfile,
): Promise<FormComplaint[]> {
  const isForm = given.as === "form";
  try {
    const { written } = await readSecrets(context, context.database, partner.id);
    const read = readProfileText(profileTextOf(partner, given), written);
    const complaints = "complaints" in read ? [] : await refusedAddresses(context.settings, read.written);
    return ("complaints" in read ? read.complaints : complaints).map((complaint) => ({
      field: isForm ? fieldOf(complaint) : "yaml",
      message: [complaint.path.join("."), complaint.what].filter(Boolean).join(": "),
    }));
  } catch (error) {
    if (!(error instanceof ConsoleRefusal)) throw error;
    return [{ field: error.field ?? "yaml", message: error.message }];
  }
}

/** The field of the form that a place in a profile belongs to. */
function fieldOf({ path }: Complaint): string {
  const steps = path.map(String);
  const [key = "name", part] = steps[0] === "actions" ? steps.slice(1) : steps;
  // The form has no headers; what is wrong with them follows from the address.
  return key === "connect" || steps[0] === "actions" ? `${key}.${part === "body" ? "body" : "url"}` : key;
}

/** The link that someone joins by: of the partner, or of operators where there is none. */
export async function invite({ context, actor }: RouteCall, role: AccountRole, partner?: Partner): Promise<string> {
  const token = await createInvitation(context.database, role, partner?.id ?? null);
  const about = partner ? { about: partner.slug, partnerId: partner.id } : {};
  await writeAudit(context.database, actor, about);
  return `${context.settings.publicUrl}/join/${token}`;
}

/** A link that shows a partner's state to anyone who has it; the one before ends. */
export async function share({ context, actor, partner }: RouteCall): Promise<string> {
  const token = makeToken();
  await context.database.query("UPDATE assay.partners SET share_hash = $2 WHERE id = $1", [
    partner.id,
    hashToken(token),
  ]);
  await writeAudit(context.database, actor, { about: partner.slug, partnerId: partner.id });
  return `${context.settings.publicUrl}/shared/${token}`;
}
