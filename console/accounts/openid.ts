import type { ConsoleContext, OpenIdProvider } from "../context.ts";
import { first } from "../store/database.ts";
import { object, storedText } from "../store/stored.ts";
import { type Account, accountColumns } from "./account.ts";
import { beginHalf, endHalf } from "./half-sign-ins.ts";
import { ConsoleRefusal } from "./refusal.ts";

type Configuration = object;

/** The used part of the package openid-client, which is loaded only where there is a provider. */
interface Client {
  discovery(
    issuer: URL,
    id: string,
    secret: string,
    authentication: undefined,
    options: { timeout: number; execute: ((configuration: Configuration) => void)[] },
  ): Promise<Configuration>;
  allowInsecureRequests: (configuration: Configuration) => void;
  randomPKCECodeVerifier(): string;
  randomState(): string;
  randomNonce(): string;
  calculatePKCECodeChallenge(verifier: string): Promise<string>;
  buildAuthorizationUrl(configuration: Configuration, parameters: Record<string, string>): URL;
  authorizationCodeGrant(
    configuration: Configuration,
    back: URL,
    checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string; idTokenExpected: true },
  ): Promise<{ claims(): Record<string, unknown> | undefined }>;
}

/** The time that the provider may take for an answer, in seconds. */
const answeredWithin = 10;

const known = new WeakMap<OpenIdProvider, Configuration>();

/** The provider's discovery document; asked for once, as soon as it answers. */
async function discover(provider: OpenIdProvider): Promise<{ client: Client; configuration: Configuration }> {
  const name = "openid-client";
  const client = (await import(name)) as Client;
  const before = known.get(provider);
  if (before) return { client, configuration: before };
  const issuer = new URL(provider.issuer);
  const configuration = await client
    .discovery(issuer, provider.clientId, provider.clientSecret, undefined, {
      timeout: answeredWithin,
      // The provider of a test, or of the same machine.
      execute: issuer.protocol === "http:" ? [client.allowInsecureRequests] : [],
    })
    .catch((error: Error) => {
      throw new ConsoleRefusal("away", `${issuer.host} cannot be asked (${error.message}); sign in by password`);
    });
  known.set(provider, configuration);
  return { client, configuration };
}

const returnTo = ({ settings }: ConsoleContext): string => `${settings.publicUrl}/sign-in/openid`;

/** The secrets between the request to the provider and its answer. */
interface Verifier {
  code: string;
  state: string;
  nonce: string;
  to: string;
}

const text = { type: "string" };
const verifierSchema = object({ code: text, state: text, nonce: text, to: text });

/** The address at the provider where someone signs in, and the token of the cookie that goes with it. */
export async function beginOpenId(
  context: ConsoleContext,
  provider: OpenIdProvider,
  to: string,
): Promise<{ address: string; half: string }> {
  const { client, configuration } = await discover(provider);
  const verifier: Verifier = {
    code: client.randomPKCECodeVerifier(),
    state: client.randomState(),
    nonce: client.randomNonce(),
    to,
  };
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: returnTo(context),
    scope: "openid email",
    code_challenge: await client.calculatePKCECodeChallenge(verifier.code),
    code_challenge_method: "S256",
    state: verifier.state,
    nonce: verifier.nonce,
  });
  const half = await beginHalf(context.database, { account_id: null, verifier: JSON.stringify(verifier) });
  return { address: address.href, half };
}

/** Who comes back from the provider: the account that it came for before, or else that of its e-mail address, where the provider vouches for that. */
export async function finishOpenId(
  context: ConsoleContext,
  provider: OpenIdProvider,
  { half, query }: { half: string; query: Readonly<Record<string, unknown>> },
): Promise<{ account: Account; to: string }> {
  const begun = await endHalf(context.database, half);
  if (!begun || begun.account_id)
    throw new ConsoleRefusal("used-link", "this sign-in was begun elsewhere, or is too old; sign in again");
  const { code, state, nonce, to } = storedText<Verifier>("sign-in", verifierSchema, begun.verifier);
  const { client, configuration } = await discover(provider);
  const back = new URL(returnTo(context));
  for (const [name, value] of Object.entries(query)) back.searchParams.set(name, String(value));
  const claims = await client
    .authorizationCodeGrant(configuration, back, {
      pkceCodeVerifier: code,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    .then((tokens) => tokens.claims())
    .catch((error: Error) => {
      throw new ConsoleRefusal(
        "not-allowed",
        `the answer of ${new URL(provider.issuer).host} is not good: ${error.message}`,
      );
    });
  if (typeof claims?.sub !== "string") throw new ConsoleRefusal("not-allowed", "the provider names no user");
  const subject = `${provider.issuer} ${claims.sub}`;
  const email = claims.email_verified === true && typeof claims.email === "string" ? claims.email.toLowerCase() : null;
  const account = await first<Account>(
    context.database,
    `UPDATE assay.accounts a SET openid_subject = $1 WHERE a.id =
       (SELECT id FROM assay.accounts WHERE openid_subject = $1 OR (openid_subject IS NULL AND email = $2)
        ORDER BY openid_subject IS NULL LIMIT 1) RETURNING ${accountColumns}`,
    [subject, email],
  );
  if (!account)
    throw new ConsoleRefusal(
      "not-allowed",
      "no account has this e-mail address, or the provider has not verified it; join by an invitation first",
    );
  return { account, to };
}
