import { limit, spell } from "../../../specs/limits.ts";

/** The time that the application has to answer a webhook, in seconds: nothing is judged on the edge. */
export const answerWithin = limit("webhook_timeout") + limit("edge");

/** The right answer to every webhook and lifecycle event. */
export const rightAnswer = spell("a 2xx status within {webhook_timeout}");
