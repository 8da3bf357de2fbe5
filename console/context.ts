import type { Log } from "./log.ts";
import type { Queue } from "./queue/queue.ts";
import type { Database } from "./store/database.ts";
import type { PasswordCost } from "./vault/passwords.ts";
import type { Seal } from "./vault/seal.ts";

/** Where platforms are played for applications on other machines. */
export interface PlatformPlace {
  /** The address to listen on, and the first port; each partner has a port. */
  host: string;
  firstPort: number;
  /** How applications reach it, with {port} or {partner} in it. */
  url: string;
  /** Files in PEM form. */
  tls?: { cert: string; key: string } | undefined;
  /** The addresses of a proxy that TLS ends at, and that alone may connect. */
  proxy?: string[] | undefined;
}

/** A provider of identities, by OpenID Connect. */
export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name on the button. */
  name: string;
}

/** Where mail is handed over, and whom it is from. */
export interface MailSettings {
  /** smtp://user:password@host:587, or smtps://…:465. */
  url: string;
  from: string;
}

/** An address of this machine, and a port of it. */
export interface ListenAddress {
  host: string;
  port: number;
}

/** How a console was started. */
export interface ConsoleSettings {
  /** The address that people reach it at, without a slash at the end. */
  publicUrl: string;
  /** True if applications may be in private networks. */
  allowsPrivate: boolean;
  /** True if this process goes by what the console that is served says of that. */
  allowsAsConsole?: boolean | undefined;
  /** True if the first proxy's X-Forwarded-For is believed. */
  trustsProxy: boolean;
  /** The first of the ports that platforms are played on for applications on this machine; four for each partner. */
  platformPorts: number;
  platformPlace?: PlatformPlace | undefined;
  /** After how many seconds without a sign a worker counts as dead. */
  lease: number;
  /** After how many seconds without a sign the process of a task is ended, where it is not the usual. */
  silence?: number | undefined;
  /** The name servers that are asked, where they are not the machine's. */
  nameServers?: readonly string[] | undefined;
  openId?: OpenIdProvider | undefined;
  /** Where mail is handed over; without it, none is sent. */
  mail?: MailSettings | undefined;
  /** The cost of trying passwords, where it is not the usual. */
  passwordCost?: PasswordCost | undefined;
}

/** Everything that the console works with. */
export interface ConsoleContext {
  database: Database;
  queue: Queue;
  seal: Seal;
  settings: ConsoleSettings;
  /** The folder of the data. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  log: Log;
}
