import { Agent } from "undici";
import { onTestFinished } from "vitest";
import { specified } from "../api/specified.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../create-sandbox.ts";
import { SandboxClient } from "./client.ts";

/** A running sandbox, and everybody who can call it. */
export interface Started {
  sandbox: Sandbox;
  credentials: Record<string, string>;
  /** Clients of the main address: the partner alone, and together with each kind of user. */
  partner: SandboxClient;
  owner: SandboxClient;
  systemUser: SandboxClient;
  limited: SandboxClient;
  stranger: SandboxClient;
  /** The partner at the installation callback's address. */
  app: SandboxClient;
  v3: SandboxClient;
  otherV3: SandboxClient;
  control: SandboxClient;
  /** A client of the control protocol, under any Authorization header. */
  controlAs: (authorization?: string) => SandboxClient;
  /** A client of any address, under any Authorization header. */
  as: (address: keyof Sandbox["urls"], authorization?: string) => SandboxClient;
  advance: (seconds: number) => Promise<void>;
}

/** The specified behaviour without rate limits, for tests that are not about them. */
export const unhurried = () => specified({ ratePerSecond: 1e9, ratePerMinute: 1e9, v3Limit: 1e9 });

/** Starts a sandbox on a frozen clock that ends with the test. */
export async function start(options: SandboxOptions = {}): Promise<Started> {
  const sandbox = await createSandbox({ clock: "frozen", behaviour: unhurried(), ...options });
  const agent = new Agent(sandbox.ca ? { connect: { ca: sandbox.ca } } : {});
  onTestFinished(async () => {
    await agent.destroy();
    await sandbox.close();
  });
  const { credentials } = sandbox.platform.world.people;
  const as: Started["as"] = (address, authorization) => new SandboxClient(sandbox.urls[address], agent, authorization);
  const partner = `Bearer ${credentials.partner_token}`;
  const withUser = (token: string) => as("base_url", `${partner}, User ${credentials[token]}`);
  const controlAs: Started["controlAs"] = (authorization) =>
    new SandboxClient(sandbox.control.url, agent, authorization);
  const control = controlAs(`Bearer ${sandbox.control.token}`);
  return {
    sandbox,
    credentials,
    partner: as("base_url", partner),
    owner: withUser("owner_user_token"),
    systemUser: withUser("system_user_token"),
    limited: withUser("limited_user_token"),
    stranger: withUser("no_access_user_token"),
    app: as("app_url", partner),
    v3: as("v3_base_url", `Bearer ${credentials.v3_token}`),
    otherV3: as("v3_base_url", `Bearer ${credentials.v3_other_token}`),
    control,
    controlAs,
    as,
    advance: async (seconds) => void (await control.post("/clock/advance", { seconds })),
  };
}
