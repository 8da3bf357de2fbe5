import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { seconds } from "../../base/durations.ts";
import { UsageError } from "../../base/errors.ts";
import type { PartnerProfile, PlatformAddress } from "../../harness/profiles/partner-profile.ts";
import type { Urls } from "../../harness/target.ts";
import type { Behaviour } from "../../sandbox/api/call/behaviour.ts";
import { type GateOptions, gateUrls, knock } from "../../sandbox/api/server/gate.ts";
import type { AnswerListener } from "../../sandbox/api/server/surface.ts";
import { headersOf } from "../../sandbox/api/server/traffic.ts";
import { specified } from "../../sandbox/api/specified.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { limit } from "../../specs/limits.ts";
import { isOwn } from "../../suites/partner/certifier/own-requests.ts";
import type { SpokenDialect } from "../../suites/partner/dialects/dialect.ts";
import type { PlatformAnswer } from "../../suites/partner/requests/platform-answer.ts";
import { largestPage } from "../../suites/partner/scenarios/page-counts.ts";
import { speaking } from "./spoken-answers.ts";
import { keepAnswers } from "./stored-answers.ts";

/** The platform that is played to an application. */
export interface PlayedPlatform {
  sandbox: Sandbox;
  /** Its answers so far, by the numbers of the requests. */
  answers: ReadonlyMap<number, PlatformAnswer>;
  /** How the application reaches it, where that is not on this machine's loopback. */
  publicUrls?: Urls;
  /** The part of these addresses that cannot be guessed, and where anybody who knows it finds the gate. */
  secret?: string;
  knockAt?: string;
}

/** A request of the application, and the status that it was answered with. */
interface AnsweredRequest {
  method: string;
  url: string;
  status: number | null;
}

/** How the platform is played. */
export interface PlayOptions {
  /** The time, in milliseconds. */
  now: () => number;
  /** The id of its first Location. */
  firstLocation?: number | undefined;
  /** Its choices where the specification is silent. */
  dialect: SpokenDialect;
  portBase?: number | undefined;
  /** Hears of each request of the application as it is answered. */
  onAnswer?: ((request: AnsweredRequest) => void) | undefined;
}

/** Starts the platform, with a gate where the profile says that the application is elsewhere. */
export async function startPlatform(profile: PartnerProfile, options: PlayOptions): Promise<PlayedPlatform> {
  if (options.portBase === 0)
    throw new UsageError("--port-base: give a number from 1, or leave it out for any free ports");
  const { platform } = profile;
  const gate = platform && gateOf(platform, profile.folder);
  const { answers, keep } = keepAnswers();
  const onAnswer: AnswerListener = (received, milliseconds, reply) => {
    if (isOwn(headersOf(received))) return;
    keep(received, milliseconds, reply);
    options.onAnswer?.(received);
  };
  const sandbox = await openSandbox(profile, { ...options, onAnswer, gate });
  if (!platform || !gate || !sandbox.gate) return { sandbox, answers };
  const { public_urls: given } = platform;
  const own = typeof given === "string" ? given : sandbox.gate.origin;
  const baseOf = (address: keyof Urls) => (typeof given === "object" ? given[address] : own);
  const publicUrls = gateUrls(baseOf, gate.secret);
  return { sandbox, answers, publicUrls, secret: gate.secret, knockAt: publicUrls.app_url.replace(/\/app$/, knock) };
}

/** Every address of this machine: no one can connect to it by that name. */
const anyAddress = ["0.0.0.0", "[::]", "::"];

/** Contradictions in where a platform is reached. */
function gateMistakes({ listen, public_urls, tls, proxy }: PlatformAddress): string[] {
  const [, host = "", port = "0"] = /^(.*):(\d+)$/.exec(listen ?? "") ?? [];
  const addresses = typeof public_urls === "object" ? Object.values(public_urls) : [public_urls ?? ""];
  const isSecure = addresses.some((address) => address.startsWith("https:"));
  return [
    ...(listen === undefined ? ["platform.listen: say where to listen, such as 0.0.0.0:8443"] : []),
    ...(Number(port) > 65_535 ? [`platform.listen: ${port} is not a port; give a number up to 65535`] : []),
    ...(public_urls === undefined && anyAddress.includes(host)
      ? [`platform.public_urls: ${host} is no address to connect to; say how the application reaches it`]
      : []),
    ...(isSecure && !tls && !proxy
      ? ["platform.public_urls: https needs platform.tls, or platform.proxy with the addresses that TLS ends at"]
      : []),
  ];
}

/** The gate that a profile asks for; each thing that does not fit together is one line. */
function gateOf(platform: PlatformAddress, folder: string): GateOptions {
  const { listen = "", tls, proxy, secret } = platform;
  const files = tls ? (["cert", "key"] as const).map((key) => ({ key, file: resolve(folder, tls[key]) })) : [];
  const mistakes = [...gateMistakes(platform), ...files.flatMap(whyUnreadable)];
  if (mistakes.length > 0) throw new UsageError(mistakes.join("\n"));
  const [cert = "", key = ""] = files.map(({ file }) => readFileSync(file, "utf8"));
  const at = listen.lastIndexOf(":");
  return {
    host: listen.slice(0, at).replace(/^\[|\]$/g, ""),
    port: Number(listen.slice(at + 1)),
    secret: secret ?? randomBytes(18).toString("base64url"),
    ...(tls ? { tls: { cert, key } } : {}),
    ...(proxy ? { proxy } : {}),
  };
}

function whyUnreadable({ key, file }: { key: string; file: string }): string[] {
  try {
    readFileSync(file);
    return [];
  } catch (error) {
    return [`platform.tls.${key}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`];
  }
}

/** Milliseconds that a receiver has: nothing is judged on the edge, so a second more than the specification's. */
const answerWithin = (limit("webhook_timeout") + limit("edge")) * 1000;

/** The interval at which an event is sent again that a connection was lost of, on the way to another machine, and after how many milliseconds. */
const again = { times: 2, after: 300 };

/** The platform has no rate limit of its own, since the certifier's calls come from the same address; the application's rate is judged by what it sends. */
function behaviourFor(isRemote: boolean, dialect: SpokenDialect): Behaviour {
  const [v3Limit = 0, v3Window = 0] = dialect.current["v3 policy"].split(";w=").map(Number);
  const behaviour = specified({
    ratePerMinute: Number.POSITIVE_INFINITY,
    v3Limit,
    v3Window: seconds(v3Window),
    v1PageDefault: Number(dialect.current["size of a page without limit"]),
    v1PageMaximum: largestPage,
    webhookTimeout: answerWithin,
    // Whose certificate an application under test shows is not judged; that it speaks TLS as it should is.
    trustsAnyReceiver: true,
  });
  const played: Behaviour = {
    ...behaviour,
    access: {
      ...behaviour.access,
      // A platform may serve what is frozen, and this one does: an application has to stop by itself.
      dataStates: ["active", "freezed"],
      // It may accept the words of a scheme in any letter case, and this one does: no application is stopped by that.
      form: new RegExp(behaviour.access.form, "i"),
      schemeIsKnown: (_, scheme) => scheme.toLowerCase() === "bearer",
    },
    ...(isRemote
      ? {
          retryAfter: ({ failure, earlier }) =>
            failure === "broken" && earlier < again.times ? again.after : undefined,
        }
      : {}),
  };
  return speaking(played, dialect);
}

async function openSandbox(
  { sandbox: fixed }: PartnerProfile,
  {
    now,
    portBase,
    firstLocation,
    dialect,
    onAnswer,
    gate,
  }: Omit<PlayOptions, "onAnswer"> & { onAnswer: AnswerListener; gate: GateOptions | undefined },
): Promise<Sandbox> {
  try {
    return await createSandbox({
      clock: "running",
      now,
      behaviour: behaviourFor(gate !== undefined, dialect),
      fixed: { ...fixed, ...(firstLocation === undefined ? {} : { first_location_id: firstLocation }) },
      // A connection that is closed just as the next request is sent is no one's fault, and must not happen to who is judged.
      keepAlive: 600_000,
      ...(portBase === undefined ? {} : { portBase }),
      ...(gate ? { gate } : {}),
      onAnswer,
    });
  } catch (error) {
    const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
    const key = gate && (port === gate.port || portBase === undefined) ? "platform.listen" : "--port-base";
    const why: Record<string, string> = {
      EADDRINUSE: `port ${port} is taken; give another number`,
      ERR_SOCKET_BAD_PORT: `${portBase} leaves no room for four ports below 65536`,
    };
    throw new UsageError(`${key}: ${why[code ?? ""] ?? message}`);
  }
}
