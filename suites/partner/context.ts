import type { Control, ReportedRequest } from "../../harness/control/control.ts";
import type { PartnerProfile } from "../../harness/profiles/partner-profile.ts";
import type { Credentials, Urls } from "../../harness/target.ts";
import type { ActingClock } from "../../harness/time/acting-clock.ts";
import type { SpokenDialect } from "./dialects/dialect.ts";
import type { Recorder } from "./recorder.ts";
import type { PlatformAnswer } from "./requests/platform-answer.ts";

/** Someone at a terminal, who does by hand what the profile does not say how to do. */
export interface Person {
  /** Shows a task and the seconds that are left for it, until it is done. */
  instruct(task: string, seconds: number): { done(): void };
}

/** The network between the platform and the application, in milliseconds; nothing of note on one machine. */
export interface Network {
  /** The time that the way there and back takes. */
  roundTrip: number;
  /** By how much that varies. */
  jitter: number;
  /** True if connections may be lost on the way, so that nothing is judged by a single loss. */
  isRemote: boolean;
}

/** The network of an application on the same machine. */
export const noNetwork: Network = { roundTrip: 0, jitter: 0, isRemote: false };

export interface CertificationContext {
  /** The certifier's own time, and when it could not act. */
  clock: ActingClock;
  control: Control;
  urls: Urls;
  /** The same addresses as the application knows them. */
  shownUrls: Urls;
  /** Why TLS handshakes of the application with the platform failed. */
  handshakeRefusals: readonly string[];
  /** The requests that the platform received after the one with a number. It is asked many times a second, so not by the control protocol. */
  traffic(after: number): readonly ReportedRequest[];
  /** The number of the last request that came before the certification. */
  trafficFrom: number;
  /** The platform's answers, by the numbers of the requests. */
  answers: ReadonlyMap<number, PlatformAnswer>;
  credentials: Credentials;
  /** The platform's choices where the specification is silent. */
  dialect: SpokenDialect;
  application_id: number;
  /** Locations of one owner: the first two for what goes well, the others for what goes wrong. */
  locations: readonly number[];
  /** Locations of earlier certifications that the application may still take for linked. */
  left: readonly number[];
  /** True if a Location is not of this platform, but may be of another certification's. */
  isElsewhere(location: number): boolean;
  /** Where the ids of records begin that webhooks name. */
  firstRecord: number;
  /** Hears of Locations that the application no longer takes for linked. */
  onUnlinked(locations: readonly number[]): void;
  profile: PartnerProfile;
  recorder: Recorder;
  network: Network;
  person?: Person;
  /** How the application ended, if it did so by itself. */
  ended(): string | undefined;
  /** Its last output, where it was started here. */
  lastLines(): readonly string[];
  interruption: AbortSignal;
}

/** For how long nothing comes from an application that has nothing more to say, in seconds. */
export const quietSeconds = ({ profile, network }: Pick<CertificationContext, "profile" | "network">): number =>
  profile.patience.quiet_s + (2 * network.roundTrip) / 1000;

/** The number of times that something is tried with an application elsewhere before it is to blame. */
const triesElsewhere = 3;

/** The number of times that something is tried that may be lost on the way. */
export const maxTries = ({ network }: Pick<CertificationContext, "network">): number =>
  network.isRemote ? triesElsewhere : 1;
