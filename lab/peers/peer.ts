import type { Stage } from "./stage.ts";

/** A peer's verdict on a server: the names of its checks that failed, the same from run to run. */
export interface Judgement {
  failed: Set<string>;
  /** Seconds of CPU that the peer itself took. */
  cpu: number;
}

/** Where a peer finds what it needs. */
export interface Surroundings {
  /** Where peers are installed. */
  folder: string;
  /** A folder for the files that this peer writes. */
  work: string;
  documents: { modern: string; plain: string };
  stage: Stage;
}

/** A peer that is ready to judge what plays on the stage. */
export interface ReadyPeer {
  judge(): Promise<Judgement>;
  close(): Promise<void>;
}

/** How a peer is made ready. */
export type PreparePeer = (surroundings: Surroundings) => Promise<ReadyPeer>;

/** The time that a peer may take for one server, in milliseconds. */
export const patience = 90_000;
