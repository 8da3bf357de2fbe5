import type { AnswerListener } from "../../sandbox/api/server/surface.ts";
import type { PlatformAnswer } from "../../suites/partner/requests/platform-answer.ts";

/** The number of characters that an answer may have whose body is kept, and how many all of them. */
const maxCharacters = { each: 100_000, all: 32_000_000 };

/** Keeps what the platform answers, by the numbers of the requests; a body that is too long is left out, and so are all once they are too many. */
export function keepAnswers(): { answers: ReadonlyMap<number, PlatformAnswer>; keep: AnswerListener } {
  const answers = new Map<number, PlatformAnswer>();
  let characters = 0;
  const keep: AnswerListener = ({ n }, milliseconds, { headers = {}, body, bytes }) => {
    const text = bytes?.toString() ?? (body === undefined ? "" : JSON.stringify(body));
    const isStored = text.length <= maxCharacters.each && characters + text.length <= maxCharacters.all;
    if (isStored) characters += text.length;
    answers.set(n, {
      took: Math.round(milliseconds),
      headers: {
        ...(text ? { "content-type": "application/json" } : {}),
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
      },
      body: isStored ? text : "",
    });
  };
  return { answers, keep };
}
