/** How much a difference matters to anyone who relies on the old version. */
export const differenceLevels = ["breaking", "warning", "compatible"] as const;
export type DifferenceLevel = (typeof differenceLevels)[number];

/** Which way a value goes, seen from the partner. */
export type Direction = "sent" | "received";

/** The parts of an exchange, whose names begin the ids of rules: which way each goes (a webhook goes the other way), and whether its values are texts on the wire. */
export const exchangeParts = {
  request: { direction: "sent", isText: false },
  parameter: { direction: "sent", isText: true },
  response: { direction: "received", isText: false },
  "response-header": { direction: "received", isText: true },
  webhook: { direction: "received", isText: false },
  "webhook-parameter": { direction: "received", isText: true },
  "webhook-answer": { direction: "sent", isText: false },
  "webhook-answer-header": { direction: "sent", isText: true },
} satisfies Record<string, { direction: Direction; isText: boolean }>;
export type ExchangePart = keyof typeof exchangeParts;

const [B, W, C] = differenceLevels;
/** The level of a change when the value is sent, and when it is received. */
type LevelPair = readonly [sent: DifferenceLevel, received: DifferenceLevel];
/** Fewer values are allowed than before, or more, or others, or it cannot be decided which. */
const narrower: LevelPair = [B, C];
const wider: LevelPair = [C, B];
const changed: LevelPair = [B, B];
const unclear: LevelPair = [W, W];
const harmless: LevelPair = [C, C];

/** A bound that grows tighter when it goes up, or when it goes down. */
const bound = <Name extends string>(name: Name, tighter: "raised" | "lowered") =>
  ({
    [`${name}-raised`]: tighter === "raised" ? narrower : wider,
    [`${name}-lowered`]: tighter === "raised" ? wider : narrower,
    [`${name}-added`]: narrower,
    [`${name}-removed`]: wider,
  }) as Record<`${Name}-${"raised" | "lowered" | "added" | "removed"}`, LevelPair>;

const schemaChanges = {
  "type-widened": wider,
  "type-narrowed": narrower,
  "type-changed": changed,
  // On the wire every value is a text, so it is taken as before; but what was read as a number is now read as a text, and means something else.
  "type-list-shortened": narrower,
  "null-allowed": wider,
  "null-refused": narrower,
  "value-allowed": wider,
  "value-refused": narrower,
  "enum-value-added": wider,
  "enum-value-removed": narrower,
  "enum-added": narrower,
  "enum-removed": wider,
  ...bound("minimum", "raised"),
  ...bound("maximum", "lowered"),
  ...bound("min-length", "raised"),
  ...bound("max-length", "lowered"),
  ...bound("min-items", "raised"),
  ...bound("max-items", "lowered"),
  ...bound("min-contains", "raised"),
  ...bound("max-contains", "lowered"),
  ...bound("min-properties", "raised"),
  ...bound("max-properties", "lowered"),
  "multiple-of-added": narrower,
  "multiple-of-removed": wider,
  "multiple-of-narrowed": narrower,
  "multiple-of-widened": wider,
  "multiple-of-changed": changed,
  "unique-items-added": narrower,
  "unique-items-removed": wider,
  "pattern-added": narrower,
  "pattern-removed": wider,
  "pattern-narrowed": narrower,
  "pattern-widened": wider,
  "pattern-exchanged": changed,
  "pattern-changed": unclear,
  "format-added": narrower,
  "format-removed": wider,
  "format-narrowed": narrower,
  "format-widened": wider,
  "format-changed": changed,
  "format-unclear": unclear,
  "content-added": narrower,
  "content-removed": wider,
  "content-changed": changed,
  "content-schema-added": narrower,
  "content-schema-removed": wider,
  // An open object may hold anything, so a property that is no longer described may be ignored when it is sent; anyone who reads it loses it.
  "property-added": harmless,
  "property-added-to-closed": wider,
  "required-property-added": narrower,
  "property-removed": [W, B],
  "required-property-removed": [W, B],
  "property-forbidden": changed,
  "required-property-forbidden": changed,
  "property-became-required": narrower,
  "property-became-optional": wider,
  "property-became-read-only": [W, C],
  "property-became-write-only": wider,
  "required-property-became-write-only": wider,
  "additional-properties-refused": narrower,
  "additional-properties-allowed": wider,
  "dependency-added": narrower,
  "dependency-removed": wider,
  "contains-added": narrower,
  "contains-removed": wider,
  "not-added": narrower,
  "not-removed": wider,
  "not-widened": narrower,
  "not-narrowed": wider,
  "not-changed": unclear,
  "condition-added": narrower,
  "condition-removed": wider,
  "condition-changed": unclear,
  "alternatives-added": narrower,
  "alternatives-removed": wider,
  "alternative-added": wider,
  "alternative-removed": narrower,
  "any-of-became-one-of": [W, C],
  "one-of-became-any-of": [C, W],
  "forms-overlap-added": narrower,
  "forms-overlap-removed": wider,
  "forms-overlap-changed": unclear,
  "discriminator-added": [W, C],
  "discriminator-removed": [C, W],
  "discriminator-changed": changed,
  "discriminator-value-added": wider,
  "discriminator-value-removed": narrower,
  "discriminator-value-changed": changed,
  "default-added": harmless,
  "default-changed": unclear,
  "default-removed": unclear,
  "xml-changed": unclear,
  "value-deprecated": unclear,
  "value-no-longer-deprecated": harmless,
  // The project's own extensions.
  "presence-condition-added": wider,
  "presence-condition-changed": unclear,
  "presence-condition-removed": harmless,
  "promise-condition-added": wider,
  "promise-condition-changed": unclear,
  "promise-condition-removed": narrower,
  "code-added": wider,
  "code-removed": [C, W],
} as const satisfies Record<string, LevelPair>;
export type SchemaChangeName = keyof typeof schemaChanges;

/** Changes in a parameter or a header. */
const fieldChanges = {
  added: harmless,
  "required-added": narrower,
  removed: [W, B],
  "required-removed": [W, B],
  "became-required": narrower,
  "became-optional": wider,
  moved: changed,
  "serialization-changed": changed,
  "empty-value-allowed": wider,
  "empty-value-refused": narrower,
  "reserved-characters-allowed": harmless,
  "reserved-characters-refused": unclear,
  deprecated: unclear,
  "no-longer-deprecated": harmless,
} as const satisfies Record<string, LevelPair>;

/** Changes in the media types of a body, or of a parameter that has some. */
const contentChanges = {
  // A client names the types that it understands, so a new one does not reach it unasked.
  "media-type-added": [C, W],
  "media-type-removed": changed,
  "media-type-widened": [C, W],
  "media-type-narrowed": narrower,
  "encoding-changed": unclear,
} as const satisfies Record<string, LevelPair>;

/** Changes around a body. */
const bodyChanges = {
  "body-added": harmless,
  "required-body-added": narrower,
  "body-removed": changed,
  "body-became-required": narrower,
  "body-became-optional": wider,
  ...contentChanges,
} as const satisfies Record<string, LevelPair>;

/** Where a webhook differs from an answer: no one asks for a type, so a new one comes unasked, and no one misses one that goes. */
const unasked = {
  "media-type-added": wider,
  "media-type-removed": narrower,
  "media-type-widened": wider,
} as const satisfies Record<string, LevelPair>;

/** Where the answer to a webhook differs from others: a new body is asked of the partner. */
const asked = { "body-added": [W, C] } as const satisfies Record<string, LevelPair>;

/** Changes in the list of responses. A client treats an unknown status as its class, so a new one only warns. */
const statusChanges = {
  "success-status-added": [C, W],
  "success-status-removed": changed,
  "error-status-added": [C, W],
  "error-status-removed": [B, W],
  "status-widened": [C, W],
  "status-narrowed": narrower,
  "default-answer-added": harmless,
  "default-answer-removed": [B, W],
  "link-added": harmless,
  "link-removed": unclear,
} as const satisfies Record<string, LevelPair>;

/** The changes that have a direction, by what they are about. */
export const changeTables = {
  schema: schemaChanges,
  field: { ...fieldChanges, ...contentChanges },
  body: bodyChanges,
  answer: statusChanges,
} satisfies Record<string, Readonly<Record<string, LevelPair>>>;

/** Which changes belong to which part. */
const changesOf: Record<ExchangePart, Readonly<Record<string, LevelPair>>> = {
  request: { ...schemaChanges, ...bodyChanges },
  parameter: { ...schemaChanges, ...changeTables.field },
  response: { ...schemaChanges, ...bodyChanges, ...statusChanges },
  "response-header": { ...schemaChanges, ...changeTables.field },
  webhook: { ...schemaChanges, ...bodyChanges, ...unasked },
  "webhook-parameter": { ...schemaChanges, ...changeTables.field },
  "webhook-answer": { ...schemaChanges, ...bodyChanges, ...statusChanges, ...asked },
  "webhook-answer-header": { ...schemaChanges, ...changeTables.field },
};

/** Rules that have no direction. */
export const plainRules = {
  "operation-added": C,
  "operation-removed": B,
  "deprecated-operation-removed": B,
  "operation-moved": B,
  "operation-deprecated": W,
  "operation-no-longer-deprecated": C,
  "operation-id-added": C,
  "operation-id-changed": W,
  "operation-id-removed": W,
  "operation-order-added": C,
  "operation-order-changed": B,
  "operation-order-removed": B,
  "operation-no-longer-judged": W,
  "operation-data-call-changed": W,
  "path-parameter-renamed": C,
  "surface-became-preview": W,
  "surface-left-preview": C,
  "webhook-added": C,
  "webhook-removed": B,
  "webhook-deprecated": W,
  "webhook-no-longer-deprecated": C,
  "webhook-occasion-added": W,
  "webhook-occasion-removed": B,
  "security-added": B,
  // No one is refused, but a call that anybody may make is rarely meant to be.
  "security-removed": W,
  "security-alternative-added": C,
  "security-alternative-removed": B,
  "security-combination-grew": B,
  "security-scope-added": B,
  "security-scope-removed": C,
  "security-scheme-renamed": C,
  "security-scheme-type-changed": B,
  "security-scheme-place-changed": B,
  "security-scheme-kind-changed": B,
  "security-scheme-address-changed": B,
  "security-scheme-flow-added": C,
  "security-scheme-flow-removed": B,
  "security-scheme-scope-added": C,
  "security-scheme-scope-withdrawn": B,
  "security-scheme-format-changed": W,
  "webhook-security-weakened": B,
  "webhook-security-added": C,
  "server-added": C,
  "server-removed": B,
  "server-no-longer-told": W,
  "server-variable-value-added": C,
  "server-variable-value-removed": B,
  "server-variable-default-changed": W,
  "limit-tightened": B,
  "limit-relaxed": C,
  "limit-changed": W,
  "limit-added": W,
  "limit-removed": W,
  "transition-added": W,
  "transition-removed": B,
  "open-transition-removed": C,
  "transition-left-open": B,
  "transition-settled": C,
  "transition-trigger-changed": B,
  "transition-guard-changed": W,
  "transition-start-added": C,
  "transition-start-removed": B,
  "transition-result-widened": B,
  "transition-result-narrowed": C,
  "transition-result-changed": B,
  "transition-answer-widened": B,
  "transition-answer-narrowed": C,
  "transition-answer-changed": B,
  "transition-event-added": W,
  "transition-event-removed": B,
  "transition-restart-added": C,
  "transition-restart-removed": B,
  "transition-order-changed": W,
  "state-added": B,
  "state-removed": W,
  "state-link-changed": B,
  "trigger-added": C,
  "trigger-removed": B,
  "trigger-changed": B,
  "requirement-added": C,
  "partner-requirement-added": B,
  "partner-recommendation-added": W,
  "requirement-removed": B,
  "recommendation-removed": W,
  "partner-requirement-removed": C,
  "open-requirement-changed": C,
  "requirement-weakened": B,
  "requirement-strengthened": C,
  "partner-requirement-strengthened": B,
  "partner-requirement-weakened": C,
  "requirement-binds-partner": B,
  "requirement-no-longer-binds-provider": B,
  "requirement-binds-provider": C,
  "requirement-no-longer-binds-partner": C,
  "requirement-reworded": W,
  "major-version-missing": W,
  "minor-version-missing": W,
  "media-type-changed": B,
  "version-prefix-changed": B,
  "version-withdrawn": B,
  "version-added": C,
  "version-went-live": C,
  "error-added": W,
  "error-removed": W,
  "error-code-changed": B,
  "error-code-added": B,
  "error-code-removed": W,
  "error-header-added": C,
  "error-header-removed": B,
} as const satisfies Record<string, DifferenceLevel>;
export type PlainRule = keyof typeof plainRules;

const directed = Object.entries(changesOf).flatMap(([part, changes]) => {
  const index = exchangeParts[part as ExchangePart].direction === "sent" ? 0 : 1;
  return Object.entries(changes).map(([change, levels]): [string, DifferenceLevel] => [
    `${part}-${change}`,
    levels[index],
  ]);
});

/** Every rule by its id, with its level. Ids are never renamed and never reused: ignore files name them. */
export const rules: Readonly<Record<string, DifferenceLevel>> = { ...Object.fromEntries(directed), ...plainRules };

/** True if a change is one of the values that are allowed, and nothing besides. */
export const isOfValuesAlone = (change: SchemaChangeName): boolean =>
  !schemaChanges[change].some((level) => level === W);

/** The effect of a change on the set of values that a schema allows. */
export type Effect = "narrower" | "wider" | "unclear" | "none";

export function effectOf(change: SchemaChangeName): Effect {
  // Anyone who reads it loses it; the values that are allowed only become more.
  if (change === "property-removed" || change === "required-property-removed") return "wider";
  const [sent, received] = schemaChanges[change] as LevelPair;
  if (sent === C && received === C) return "none";
  if (sent !== C && received !== C) return "unclear";
  return sent === C ? "wider" : "narrower";
}
