import type { Exchange } from "../../../harness/exchange.ts";
import type { Target } from "../../../harness/target.ts";

/** So many requests show something, if not one of them is served. */
const fewest = 5;

const isServed = ({ response: { status } }: Exchange): boolean => status < 400;

/** True if a request names an id, in its address or in its body. */
function names(id: number): Reliance["reliesOn"] {
  const pattern = new RegExp(`(?<![\\w-])${id}(?![\\w-])`);
  return ({ request: { url, body = "" } }) => pattern.test(`${url} ${body}`);
}

/** True if a request is sent with a token, and with nothing that merely resembles it. */
const bears = ({ request: { headers } }: Exchange, token: string): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === "authorization" && value.split(/[\s,]+/).includes(token));

/** Something of a profile on which much relies, and how the requests were answered that rely on it. */
interface Reliance {
  key: string;
  count: number;
  statuses: Set<number>;
  isServed: boolean;
  reliesOn(exchange: Exchange): boolean;
}

/**
 * The doubtful parts of a profile, though nothing is sure: a Location, an application, a service or a token with which not one request is served. Most failures
 * with those are not the provider's fault, and the reader should look there first.
 */
export class ProfileDoubts {
  readonly #reliances: Reliance[];
  #isInstalled = false;

  constructor({
    credentials: { system_user_token: token },
    fixtures: { location_id, application_id, service_id },
  }: Target) {
    const reliance = (key: string, reliesOn: Reliance["reliesOn"]): Reliance => ({
      key,
      count: 0,
      statuses: new Set(),
      isServed: false,
      reliesOn,
    });
    this.#reliances = [
      ...Object.entries({ location_id, application_id, service_id }).flatMap(([name, id]) =>
        id === undefined ? [] : [reliance(`fixtures.${name}`, names(id))],
      ),
      ...(token ? [reliance("credentials.system_user_token", (exchange) => bears(exchange, token))] : []),
    ];
  }

  note(exchange: Exchange): void {
    this.#isInstalled ||= exchange.request.operation.id === "confirmInstallation" && isServed(exchange);
    for (const reliance of this.#reliances) {
      // A refusal for the rate says nothing of what was asked for.
      if (reliance.isServed || exchange.response.status === 429 || !reliance.reliesOn(exchange)) continue;
      reliance.count++;
      reliance.statuses.add(exchange.response.status);
      reliance.isServed = isServed(exchange);
    }
  }

  /** The first suspects, a sentence each. */
  reported(): string[] {
    return this.#reliances
      .filter((reliance) => !reliance.isServed && reliance.count >= fewest && this.#isConclusive(reliance))
      .map(({ key, count, statuses }) => {
        const answers = [...statuses].toSorted((a, b) => a - b).join(", ");
        return `${key}: not one of ${count} requests with it was served (${answers}); look there first, by \`assay doctor\``;
      });
  }

  /** The system user of an application that is installed nowhere is rightly refused; a token that is known is not answered 401. */
  #isConclusive({ key, statuses }: Reliance): boolean {
    return (
      key !== "credentials.system_user_token" || (this.#isInstalled && [...statuses].every((each) => each === 401))
    );
  }
}
