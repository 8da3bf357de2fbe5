import { formatSchema } from "../../base/formats/format-check.ts";
import { fieldsOf } from "../../base/json.ts";
import type { WrittenPartnerProfile } from "../../harness/profiles/partner-profile.ts";
import { type Markup, markup } from "../../reports/parts/markup.ts";
import type { Actor } from "../accounts/actor.ts";
import type { Partner } from "../partners/partners.ts";
import { knownClaims, shownProfile } from "../partners/profile.ts";
import { type ConsolePage, csrfField, field, section, textField } from "./layout.ts";

/** The profile's own schema of a key, so that the form says the same. */
const schemaOf = (key: string) => fieldsOf(fieldsOf(formatSchema("partner-profile").properties)[key]);

/** The form that describes an application, and the same as YAML. */
export function profilePage(actor: Actor, partner: Partner, text: string): ConsolePage {
  const at = `/partners/${partner.slug}/profile`;
  const shown = shownProfile(partner) ?? { name: partner.name, claims: ["install"] };
  return {
    title: "The application",
    kicker: partner.name,
    lead: "Its addresses, and its claims. Nothing is started here: the application has to be running.",
    content: markup`
${section("form", "As a form", formPart(actor, at, shown))}
${section(
  "yaml",
  "As YAML",
  markup`<form method="post" action="${at}" class="form" data-check="${at}/check">${csrfField(actor)}
<div class="field"><label for="profile-file">From a file</label><input type="file" id="profile-file" data-into="f-yaml" accept=".yaml,.yml,.json"></div>
${textField("yaml", "Profile", text, 16, "Where (kept) stands, a secret is kept as it is.")}
<p data-sum aria-live="polite" class="count"></p><button>Save the profile</button></form>`,
)}`,
  };
}

const hintOf = (key: string): string => String(schemaOf(key).description ?? "");
const actionHint = (name: string): string =>
  String(fieldsOf(fieldsOf(schemaOf("actions").properties)[name]).description ?? "");

function formPart(actor: Actor, at: string, profile: WrittenPartnerProfile): Markup {
  const { claims, connect, webhook_url, lifecycle_webhook_url, actions } = profile;
  return markup`<form method="post" action="${at}" class="form" data-check="${at}/check">${csrfField(actor)}<input type="hidden" name="as" value="form">
${field("name", "Name", { value: profile.name, hint: hintOf("name") })}
<fieldset><legend>Claims</legend><p class="hint">${hintOf("claims")}</p>
${knownClaims.map((claim) => markup`<label class="check"><input type="checkbox" name="claims" value="${claim}"${claims.some((each) => each === claim) && markup` checked`}> ${claim}</label>`)}
<p class="wrong" data-for="claims" aria-live="polite"></p></fieldset>
${askFields("connect", "Connect", hintOf("connect"), connect)}
${field("webhook_url", "Address for record events", { value: webhook_url ?? "", type: "url", hint: hintOf("webhook_url") })}
${field("lifecycle_webhook_url", "Address for freeze and uninstall", { value: lifecycle_webhook_url ?? "", type: "url", hint: hintOf("lifecycle_webhook_url") })}
${askFields("resources", "Read resources", actionHint("resources"), actions?.resources)}
${askFields("calls", "Read calls", actionHint("calls"), actions?.calls)}
<p data-sum aria-live="polite" class="count"></p><button>Save the profile</button></form>`;
}

const askFields = (
  name: string,
  title: string,
  hint: string,
  ask: { url?: string; body?: unknown } | null | undefined,
): Markup =>
  markup`<fieldset><legend>${title}</legend><p class="hint">${hint} Where it is left empty, a person does it by hand during a run.</p>
${field(`${name}.url`, "Address", { value: ask?.url ?? "" })}
${field(`${name}.body`, "Body (JSON)", { value: ask?.body === undefined ? "" : JSON.stringify(ask.body), hint: markup`Such as <code>{"location_id": "{location_id}"}</code>.` })}</fieldset>`;
