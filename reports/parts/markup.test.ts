import { expect, test } from "vitest";
import { markup, prose } from "./markup.ts";

test("texts are escaped, between tags and in attributes", () => {
  expect(markup`<p title="${'"'}">${"<b> & 'c'"}</p>`.text).toBe('<p title="&quot;">&lt;b&gt; &amp; &#39;c&#39;</p>');
});

test("markup stands as it is, lists are joined, and what is absent leaves nothing", () => {
  expect(markup`${[markup`<i>`, 1, [2, "3"]]}${false}${undefined}`.text).toBe("<i>123");
});

test("what XML cannot hold is replaced", () => {
  expect(markup`${"a\u0000b\ud800\tc"}`.text).toBe("a\ufffdb\ufffd\tc");
});

test("what stands between backticks is code", () => {
  expect(prose("`a` of <b>").text).toBe("<code>a</code> of &lt;b&gt;");
});
