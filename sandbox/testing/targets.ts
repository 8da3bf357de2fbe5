import { createSandbox, type Sandbox, type SandboxOptions } from "../create-sandbox.ts";
import { type RawAnswer, RawConnection } from "./raw-connection.ts";
import { unhurried } from "./start.ts";

/** Where an attack goes: a call that would succeed with the right body, and valid credentials for it. */
export interface AttackTarget {
  surface: "base" | "app" | "v3" | "control";
  port: number;
  method: string;
  path: string;
  /** The path that everything of the surface is below. */
  prefix: string;
  authorization: string;
}

export type AttackTargets = Record<AttackTarget["surface"], AttackTarget>;

/** Starts a sandbox without rate limits, with a link and a telephony integration, so that every call has something to act on. */
export async function startLinked(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({ clock: "frozen", behaviour: unhurried(), controlToken: "control", ...options });
  const { state } = sandbox.platform.world;
  const times = { createdAt: state.now, grantedAt: state.now };
  state.links["100:200"] = { locationId: 100, applicationId: 200, state: "active", ...times, logs: [], payments: [] };
  state.voip[100] = true;
  return sandbox;
}

/** Everything that a request could change. */
export const stateOf = ({ platform }: Sandbox): string => JSON.stringify([platform.world.state, platform.clock.now()]);

const portOf = (url: string): number => Number(new URL(url).port);

/** The target on each surface. */
export function targetsOf({ urls, control, platform }: Sandbox): AttackTargets {
  const { partner_token, owner_user_token, v3_token } = platform.world.people.credentials;
  const partner = `Bearer ${partner_token}`;
  return {
    base: {
      surface: "base",
      port: portOf(urls.base_url),
      method: "POST",
      path: "/api/v1/voip/integration",
      prefix: "/api/v1",
      authorization: `${partner}, User ${owner_user_token}`,
    },
    app: {
      surface: "app",
      port: portOf(urls.app_url),
      method: "POST",
      path: "/marketplace/partner/callback",
      prefix: "",
      authorization: partner,
    },
    v3: {
      surface: "v3",
      port: portOf(urls.v3_base_url),
      method: "GET",
      path: "/v3/locations/100/resources",
      prefix: "/v3",
      authorization: `Bearer ${v3_token}`,
    },
    control: {
      surface: "control",
      port: portOf(control.url),
      method: "POST",
      path: "/control/seed",
      prefix: "/control",
      authorization: `Bearer ${control.token}`,
    },
  };
}

/** The first answer to some bytes on a connection of their own. */
export async function answerTo({ port }: AttackTarget, bytes: string | Buffer): Promise<RawAnswer | undefined> {
  const connection = new RawConnection(port);
  void connection.write(bytes);
  const answer = await connection.next();
  connection.close();
  return answer;
}

/** The status of an answer; followed by the body, if it is a refusal that does not have its surface's form. */
export function seen(surface: AttackTarget["surface"], answer: RawAnswer | undefined): string {
  if (!answer) return "no answer";
  return answer.status < 400 || isWorded(surface, answer) ? `${answer.status}` : `${answer.status} ${answer.body}`;
}

function isWorded(surface: AttackTarget["surface"], { headers, body }: RawAnswer): boolean {
  if (headers["content-type"] !== "application/json") return false;
  const { success, data, meta, error } = JSON.parse(body) as Record<string, Record<string, unknown> | boolean | null>;
  if (surface === "v3") return typeof error === "object" && typeof error?.message === "string";
  if (surface === "control") return typeof error === "string";
  const isMessage = typeof meta === "object" && typeof meta?.message === "string" && meta.message !== "";
  return success === false && typeof data === "object" && isMessage;
}
