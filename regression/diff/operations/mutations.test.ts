import { describe, expect, test } from "vitest";
import { valueAt } from "../../../base/pointer.ts";
import { bundle, type Surface, surfaces } from "../../../specs/documents.ts";
import type { Difference } from "../differences/difference.ts";
import { createDifferences } from "../differences/differences.ts";
import type { DifferenceLevel } from "../differences/rules.ts";
import { openDocument } from "../documents/open-document.ts";
import { compareDocuments } from "./compare-documents.ts";
import type { OpenApiObject } from "./small-changes.test-data.ts";

const B = "breaking";
const W = "warning";
const C = "compatible";
const gone = Symbol("gone");

/** A change of our own documents: where (steps joined by dots), what stands there afterwards, and what is found. */
type Mutation = [surface: Surface, path: string, value: unknown, finds: Record<string, DifferenceLevel>];

const salons = "paths./marketplace/application/{application_id}/salons.get";
const grant = "paths./company/{company_id}/marketplace/applications/{application_id}/grant_access.post";
const resources = "paths./locations/{location_id}/resources.get";
const confirm = "paths./marketplace/partner/callback.post";
const less = (name: string) => (list: unknown) => (list as string[]).filter((known) => known !== name);
const more = (value: unknown) => (list: unknown) => [...(list as unknown[]), value];

const mutations: Mutation[] = [
  // Dictionaries
  ["v1", "components.schemas.Country.properties.iso_code.type", ["string", "null"], { "response-null-allowed": B }],
  ["v1", "components.schemas.Country.properties.iso_code.pattern", "^[A-Z]{2,3}$", { "response-pattern-widened": B }],
  ["v1", "components.schemas.Country.properties.iso_code.pattern", gone, { "response-pattern-removed": B }],
  ["v1", "components.schemas.Country.properties.is_eu", gone, { "response-type-widened": B }],
  ["v1", "components.schemas.Country.required", less("is_eu"), { "response-property-became-optional": B }],
  ["v1", "components.schemas.Country.properties.capital", { type: "string" }, { "response-property-added": C }],
  ["v1", "components.schemas.Country.properties.exchange.type", "integer", { "response-type-narrowed": C }],
  ["v1", "components.schemas.Country.properties.title.description", "Another word.", {}],
  ["v1", "components.schemas.Country.properties.title.x-requirement", "DICT-9", {}],
  ["v1", "components.schemas.Country.additionalProperties", false, { "response-additional-properties-refused": C }],
  ["v1", "paths./countries.get.responses.401", gone, { "response-error-status-removed": W }],
  ["v1", "paths./countries.get.responses.429", { description: "" }, { "response-error-status-added": W }],
  ["v1", "paths./countries.get.responses.200.content.text/csv", {}, { "response-media-type-added": W }],
  ["v1", "paths./countries.get.deprecated", true, { "operation-deprecated": W }],
  ["v1", "paths./countries.get.operationId", "countries", { "operation-id-changed": W }],
  ["v1", "paths./countries.get.summary", "Countries", {}],
  ["v1", "paths./countries", gone, { "operation-removed": B }],
  ["v1", "paths./countries.post", { responses: { 201: { description: "" } } }, { "operation-added": C }],

  // Envelopes, which every answer shares
  ["v1", "components.schemas.Envelope.required", less("meta"), { "response-property-became-optional": B }],
  ["v1", "components.schemas.Envelope.properties.success.const", gone, { "response-enum-removed": B }],
  ["v1", "components.schemas.Error.properties.meta.required", [], { "response-property-became-optional": B }],

  // Installation
  [
    "v1",
    "components.schemas.InstallationStatus.properties.connection_status.properties.status.enum",
    more("paused"),
    { "response-enum-value-added": B },
  ],
  [
    "v1",
    "components.schemas.InstallationStatus.properties.connection_status.properties.status.enum",
    less("freezed"),
    { "response-enum-value-removed": C },
  ],
  ["v1", "components.schemas.InstallationStatus.x-holds-while", gone, { "response-promise-condition-removed": C }],
  [
    "v1",
    "components.schemas.InstallationStatus.properties.connection_status.properties.created_at.format",
    "date",
    { "response-format-changed": B },
  ],
  [
    "v1",
    "components.schemas.Payment.properties.payment_sum.type",
    ["number", "string"],
    { "response-type-widened": B },
  ],
  ["v1", "components.schemas.StatusChange.properties.source.enum", ["marketplace"], { "response-enum-added": C }],
  [
    "v1",
    `${grant}.security`,
    [{ BearerPartner: [] }],
    { "security-alternative-removed": B, "security-alternative-added": C },
  ],
  ["v1", `${grant}.security`, [], { "security-removed": W }],
  ["v1", `${grant}.security`, more({ BearerPartner: [] }), { "security-alternative-added": C }],
  ["v1", `${grant}.responses.201`, gone, { "response-success-status-removed": B }],
  [
    "v1",
    `${grant}.requestBody`,
    { required: true, content: { "application/json": {} } },
    { "request-required-body-added": B },
  ],
  ["v1", "components.securitySchemes.BearerPartnerUser.name", "X-User", { "security-scheme-place-changed": B }],
  ["v1", "components.securitySchemes.BearerPartner.scheme", "basic", { "security-scheme-kind-changed": B }],
  [
    "callback",
    "components.schemas.InstallationCallback.required",
    more("settings"),
    { "request-property-became-required": B },
  ],
  [
    "callback",
    "components.schemas.InstallationCallback.properties.settings",
    { type: "object" },
    { "request-property-added": C },
  ],
  [
    "callback",
    "components.schemas.InstallationCallback.properties.salon_id.type",
    "integer",
    { "request-type-narrowed": B },
  ],
  [
    "callback",
    "components.schemas.InstallationCallback.properties.salon_id.type",
    ["number", "string"],
    { "request-type-widened": C },
  ],
  ["callback", `${confirm}.responses.4XX`, gone, { "response-status-narrowed": C }],
  ["callback", `${confirm}.requestBody.required`, false, { "request-body-became-optional": C }],
  ["callback", "servers.0.url", "https://app2.example.com", { "server-removed": B, "server-added": C }],
  [
    "callback",
    "servers.0.variables.app_url.default",
    "https://app2.example.com",
    { "server-variable-default-changed": W },
  ],

  // Lists and parameters
  ["v1", `${salons}.parameters.2.required`, false, { "parameter-became-optional": C }],
  ["v1", `${salons}.parameters.4.required`, true, { "parameter-became-required": B }],
  ["v1", `${salons}.parameters.4.schema.enum`, [1, 2], { "parameter-enum-value-added": C }],
  [
    "v1",
    `${salons}.parameters.3`,
    { name: "per_page", in: "query", schema: { type: "number" } },
    { "parameter-required-removed": W, "parameter-added": C },
  ],
  ["v1", "components.parameters.from.schema.format", "date-time", { "parameter-format-changed": B }],
  ["v1", "components.parameters.location_id.schema.type", "string", { "parameter-type-widened": C }],
  ["v1", "components.parameters.Accept.schema.pattern", "^x$", { "parameter-pattern-exchanged": B }],
  [
    "v1",
    "components.schemas.ConnectedLocation.properties.next_slot.x-present-when.is",
    "2",
    { "response-presence-condition-changed": W },
  ],
  ["v1", "components.schemas.ConnectedLocation.properties.next_slot", gone, { "response-property-removed": B }],
  [
    "v1",
    "components.schemas.CallStatus.enum",
    less("busy"),
    { "request-enum-value-removed": B, "response-enum-value-removed": C },
  ],
  [
    "v1",
    "components.schemas.CallStatus.enum",
    more("held"),
    { "request-enum-value-added": C, "response-enum-value-added": B },
  ],
  ["v1", "components.schemas.CallQuery.properties.limit.maximum", 100, { "request-maximum-added": B }],
  ["v1", "components.schemas.Client.properties.categories.type", "array", { "response-type-narrowed": C }],
  ["v1", "components.schemas.Client.properties.card.maxLength", 20, { "response-max-length-raised": B }],
  ["v1", "components.schemas.Client.properties.gender_id.enum", more(3), { "response-enum-value-added": B }],
  [
    "v1",
    "components.schemas.Service.properties.staff.items.required",
    less("seance_length"),
    { "response-property-became-optional": B },
  ],
  ["v1", "paths./v1/clients/{location_id}", gone, { "deprecated-operation-removed": B }],
  ["v1", "paths./v1/services/{location_id}/{service_id}.servers", gone, { "server-removed": B, "server-added": C }],

  // v3
  ["v3", `${resources}.parameters.1.schema.maximum`, 50, { "parameter-maximum-lowered": B }],
  ["v3", `${resources}.parameters.1.schema.maximum`, 500, { "parameter-maximum-raised": C }],
  ["v3", `${resources}.parameters.1.schema.default`, 10, { "parameter-default-changed": W }],
  ["v3", `${resources}.parameters.2`, gone, { "parameter-removed": W }],
  ["v3", `${resources}.security.0.OAuth2`, more("resources:read"), { "security-scope-added": B }],
  ["v3", `${resources}.security`, [{ OAuth2: ["locations:read"] }], { "security-alternative-removed": B }],
  ["v3", `${resources}.x-order`, ["id"], { "operation-order-changed": B }],
  ["v3", `${resources}.responses.200.headers.RateLimit-Remaining`, gone, { "response-header-required-removed": B }],
  ["v3", "components.headers.X-Request-Id.required", false, { "response-header-became-optional": B }],
  ["v3", "components.headers.RateLimit-Remaining.schema.type", "string", { "response-header-type-widened": B }],
  ["v3", "components.schemas.ResourceList.properties.next_cursor.type", "string", { "response-null-refused": C }],
  ["v3", "components.schemas.ResourceList.allOf.0.then", gone, { "response-condition-removed": B }],
  ["v3", "components.schemas.Resource.required", [], { "response-property-became-optional": B }],
  ["v3", "components.schemas.ValidationFailed.x-names.field_code", more("stale_cursor"), { "response-code-added": B }],
  [
    "v3",
    "components.securitySchemes.OAuth2.flows.clientCredentials.tokenUrl",
    "https://id.example.com/token",
    { "security-scheme-address-changed": B },
  ],
  ["v3", "x-preview", gone, { "surface-left-preview": C }],

  // Webhooks: what the platform sends is received
  ["webhooks", "webhooks.ClientEvent", gone, { "webhook-removed": B }],
  ["webhooks", "webhooks.VisitEvent", { post: { responses: { "2XX": { description: "" } } } }, { "webhook-added": C }],
  ["webhooks", "webhooks.ClientEvent.post.x-changes", less("deleted"), { "webhook-occasion-removed": B }],
  ["webhooks", "components.schemas.Notice.required", less("status"), { "webhook-property-became-optional": B }],
  ["webhooks", "components.schemas.Notice.required", more("sent_at"), { "webhook-property-became-required": C }],
  ["webhooks", "components.schemas.Notice.properties.company_id.type", "number", { "webhook-type-narrowed": C }],
  [
    "webhooks",
    "components.schemas.Notice.properties.company_id.type",
    ["number", "string", "null"],
    { "webhook-null-allowed": B },
  ],
  [
    "webhooks",
    "components.schemas.GoodsOperationNotice.allOf.1.properties.resource.enum",
    more("goods_operations_gift"),
    { "webhook-enum-value-added": B },
  ],
  [
    "webhooks",
    "components.schemas.ScheduleNotice.allOf.1.properties.data.maxItems",
    gone,
    { "webhook-max-items-removed": B },
  ],
  ["webhooks", "components.requestBodies.Notice.required", false, { "webhook-body-became-optional": B }],
  ["webhooks", "webhooks.ClientEvent.post.responses.2XX", gone, { "webhook-answer-success-status-removed": B }],
  [
    "webhooks",
    "webhooks.ClientEvent.post.parameters",
    [{ name: "X-Signature", in: "header", required: true, schema: { type: "string" } }],
    { "webhook-parameter-required-added": C },
  ],
];

/** The document with one place changed; references on the way are followed, as a reader would. */
function mutated(document: OpenApiObject, path: string, value: unknown): OpenApiObject {
  const copy = structuredClone(document);
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  let holder: OpenApiObject = copy;
  for (const step of steps) {
    const next = holder[step] as OpenApiObject;
    holder = typeof next.$ref === "string" ? (valueAt(copy, next.$ref.slice(1)) as OpenApiObject) : next;
  }
  if (value === gone && Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (value === gone) delete holder[last];
  else holder[last] = typeof value === "function" ? (value as (old: unknown) => unknown)(holder[last]) : value;
  return copy;
}

function compare(old: OpenApiObject, fresh: OpenApiObject): Difference[] {
  const differences = createDifferences();
  compareDocuments(
    openDocument("old.json", () => old),
    openDocument("new.json", () => fresh),
    differences,
  );
  return differences.list();
}

describe("our own documents", () => {
  test.each(surfaces)("do not differ from themselves: %s", (surface) => {
    expect(compare(bundle(surface), bundle(surface))).toEqual([]);
  });

  const counted = new Map<string, number>();
  const named = mutations.map((mutation) => {
    const name = `${mutation[0]} ${mutation[1]}`;
    counted.set(name, (counted.get(name) ?? 0) + 1);
    return [`${name} (${counted.get(name)})`, mutation] as const;
  });
  test.each(named)("%s is found, and nothing else", (_, [surface, path, value, finds]) => {
    const document = bundle(surface);
    const found = compare(document, mutated(document, path, value));
    expect(Object.fromEntries(found.map(({ rule, level }) => [rule, level]))).toEqual(finds);
    for (const { rule, operations, old, new: fresh } of found) {
      expect(operations.length > 0 || rule.startsWith("surface"), "names who is touched").toBe(true);
      if (old) expect(valueAt(document, old.pointer), old.pointer).toBeDefined();
      if (fresh) expect(valueAt(mutated(document, path, value), fresh.pointer), fresh.pointer).toBeDefined();
    }
  });

  test("are tried with at least 60 mutations", () => expect(mutations.length).toBeGreaterThanOrEqual(60));

  test("report a change of a shared component once, with every operation that it touches", () => {
    const document = bundle("v1");
    const found = compare(document, mutated(document, "components.schemas.Error.properties.meta.required", []));
    expect(found).toHaveLength(1);
    expect(found[0]?.operations.length).toBeGreaterThan(20);
  });
});
