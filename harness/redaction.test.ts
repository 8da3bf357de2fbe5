import { expect, test } from "vitest";
import { createRedaction } from "./redaction.ts";

const secret = 'p/a+s"s wörd&42';
const redaction = createRedaction();
redaction.learn({ partner_token: secret, v3_token: "abc" });

test.each([
  ["as it is", `Bearer ${secret}`, "Bearer $PARTNER_TOKEN"],
  ["in a URL", `/x?token=${encodeURIComponent(secret)}`, "/x?token=$PARTNER_TOKEN"],
  ["in a form", new URLSearchParams({ token: secret }).toString(), "token=$PARTNER_TOKEN"],
  ["in JSON", JSON.stringify({ token: secret }), '{"token":"$PARTNER_TOKEN"}'],
  ["in base64", Buffer.from(secret).toString("base64"), "$PARTNER_TOKEN"],
  ["twice", `${secret} ${secret}`, "$PARTNER_TOKEN $PARTNER_TOKEN"],
])("replaces a secret %s", (_, text, redacted) => {
  expect(redaction.redact(text)).toBe(redacted);
});

test("leaves a word alone in which a short secret stands by chance", () => {
  expect(redaction.redact("abcdef, abc")).toBe("abcdef, $V3_TOKEN");
});

test("knows the secrets of the next world, and still those of the last", () => {
  redaction.learn({ partner_token: "another-secret" });
  expect(redaction.redact(`another-secret ${secret}`)).toBe("$PARTNER_TOKEN $EARLIER_PARTNER_TOKEN");
});
