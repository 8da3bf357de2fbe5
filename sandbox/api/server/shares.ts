/** Who sent a request: by which credential, empty where the platform knows none like it, and on which connection. */
export interface Sender {
  credential: string;
  connection: string;
}

const shareNames = ["all", "credential", "connection"] as const;

/** A part of what is held: by everyone, by one credential, or by one connection. */
export type Share = (typeof shareNames)[number];

const keyOf = (share: Share, sender: Sender): string => (share === "all" ? share : `${share} ${sender[share]}`);

/** Counts what senders hold, each part up to a limit. */
export class Shares {
  readonly #limits: Readonly<Record<Share, number>>;
  readonly #held = new Map<string, number>();

  constructor(limits: Readonly<Record<Share, number>>) {
    this.#limits = limits;
  }

  add(sender: Sender, size: number): void {
    for (const share of shareNames) {
      const key = keyOf(share, sender);
      const held = (this.#held.get(key) ?? 0) + size;
      if (held > 0) this.#held.set(key, held);
      else this.#held.delete(key);
    }
  }

  /** The shares of a sender that are above their limits. */
  exceeded(sender: Sender): Share[] {
    return shareNames.filter((share) => this.fills(share, sender, 1));
  }

  /** True if a sender has more than a part of a share. */
  fills(share: Share, sender: Sender, part: number): boolean {
    return (this.#held.get(keyOf(share, sender)) ?? 0) > this.#limits[share] * part;
  }

  clear(): void {
    this.#held.clear();
  }
}
