const text = { type: "string" };
const message = { type: "object", required: ["text"], properties: { text }, additionalProperties: false };
const object = (properties: object, ...required: string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const location = {
  id: { type: "integer", minimum: -1 },
  physicalLocation: object(
    {
      artifactLocation: object({ uri: { ...text, format: "uri-reference" } }, "uri"),
      region: object({ startLine: { type: "integer", minimum: 1 } }, "startLine"),
    },
    "artifactLocation",
  ),
  logicalLocations: { type: "array", uniqueItems: true, items: object({ fullyQualifiedName: text }) },
  message,
};

/** As much of the published schema of SARIF 2.1.0 as a report of ours uses: what is required, what values are allowed, and that nothing else stands there. */
export const sarifShape = object(
  {
    $schema: { ...text, format: "uri" },
    version: { const: "2.1.0" },
    runs: {
      type: "array",
      items: object(
        {
          tool: object(
            {
              driver: object(
                {
                  name: text,
                  version: text,
                  rules: {
                    type: "array",
                    uniqueItems: true,
                    items: object({ id: text, shortDescription: message }, "id"),
                  },
                },
                "name",
              ),
            },
            "driver",
          ),
          columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
          results: {
            type: "array",
            items: object(
              {
                ruleId: text,
                ruleIndex: { type: "integer", minimum: -1 },
                level: { enum: ["none", "note", "warning", "error"] },
                message,
                locations: { type: "array", items: object(location) },
                relatedLocations: { type: "array", uniqueItems: true, items: object(location) },
                partialFingerprints: { type: "object", additionalProperties: text },
                suppressions: {
                  type: "array",
                  uniqueItems: true,
                  items: object(
                    {
                      kind: { enum: ["inSource", "external"] },
                      status: { enum: ["accepted", "underReview", "rejected"] },
                      justification: text,
                    },
                    "kind",
                  ),
                },
              },
              "message",
            ),
          },
        },
        "tool",
      ),
    },
  },
  "version",
  "runs",
);
