import { isIP } from "node:net";
import { first, type Sql } from "../store/database.ts";
import { Line } from "../vault/line.ts";
import { ConsoleRefusal } from "./refusal.ts";

/** The number of uses that are free within so many seconds: from one network address, and for one account. */
interface UseLimit {
  address?: number;
  account?: number;
  seconds: number;
}

/**
 * The number of times that each action may be used; no use is ever locked. Once the free uses are spent, each further one waits twice as long as the one before, until uses
 * come as slowly as the free ones come back. People never notice; addresses are generous, since an office shares one.
 */
const limits = {
  // The account is here the account as tried from one address, so that strangers delay themselves alone.
  "sign in": { address: 50, account: 5, seconds: 900 },
  // All addresses together that never signed in to the account.
  "sign in from elsewhere": { account: 100, seconds: 900 },
  // The account is here the link.
  join: { address: 30, account: 10, seconds: 900 },
  // The account is here the address that someone gives.
  "forget a password": { address: 30, account: 5, seconds: 3_600 },
  "change a password": { address: 100, account: 10, seconds: 900 },
  // A million codes are tried in centuries.
  "give a code": { account: 5, seconds: 900 },
  "make a token": { address: 100, account: 20, seconds: 3_600 },
  "follow a run": { address: 600, account: 120, seconds: 600 },
  "save a profile": { address: 2_000, account: 60, seconds: 600 },
  "check a profile": { address: 3_000, account: 600, seconds: 600 },
  "check a connection": { address: 200, account: 20, seconds: 600 },
  "ask for a run": { address: 2_000, account: 30, seconds: 3_600 },
  "add a contract": { address: 600, account: 60, seconds: 600 },
  // A record is unpacked and read as a whole.
  "read a record": { address: 1_200, account: 120, seconds: 600 },
  "send a trial": { address: 100, account: 20, seconds: 600 },
  "change something": { address: 3_000, account: 600, seconds: 600 },
} satisfies Record<string, UseLimit>;

export type LimitedAction = keyof typeof limits;

/** Who uses something. */
interface ConsoleUser {
  address?: string;
  account?: string | undefined;
}

/** Counts one use of an action; refuses it where it comes too soon, and says for how long to wait. */
export async function countUse(sql: Sql, action: LimitedAction, { address, account }: ConsoleUser): Promise<void> {
  const limit: UseLimit = limits[action];
  await sql.query("DELETE FROM assay.uses WHERE at < now() - interval '1 day'");
  const counted = [
    { free: limit.address, subject: address && `address ${networkOf(address)}` },
    { free: limit.account, subject: account && `account ${account}` },
  ];
  const limited = counted.flatMap(({ free, subject }) =>
    free && subject ? [[action, subject, free, limit.seconds] as const] : [],
  );
  // A use that one limit refuses does not count for the other, so that no account uses up what others at its address have.
  for (const step of [waitOf, count])
    for (const of of limited) {
      const wait = await step(sql, of);
      if (wait > 0)
        throw new ConsoleRefusal("too-many", `too many requests to ${action}; try again in ${wait} s`, undefined, wait);
    }
}

/** Forgets the uses of an account. */
export const forgetUses = (sql: Sql, action: LimitedAction, account: string) =>
  sql.query("DELETE FROM assay.uses WHERE action = $1 AND subject = $2", [action, `account ${account}`]);

// A statement that waited for another's use has an earlier time than that.
const sinceLast = "greatest(0, extract(epoch FROM now() - u.at))";
const stillToWait = `(CASE WHEN u.count < $3::float8 THEN 0 ELSE least($4::float8, power(2, least(u.count - $3::float8, 20))) END - ${sinceLast})`;

type Counted = readonly [action: string, subject: string, free: number, seconds: number];

/** Counts a use and returns 0, or returns for how many seconds to wait. */
async function count(sql: Sql, of: Counted): Promise<number> {
  const counted = await first(
    sql,
    `INSERT INTO assay.uses AS u (action, subject) VALUES ($1, $2) ON CONFLICT (action, subject)
     DO UPDATE SET count = greatest(0, u.count - ${sinceLast} * $3::float8 / $4::float8) + 1, at = now() WHERE ${stillToWait} <= 0
     RETURNING 1`,
    of,
  );
  return counted ? 0 : Math.max(1, await waitOf(sql, of));
}

/** For how many seconds to wait, below 0 where none are left. */
async function waitOf(sql: Sql, of: Counted): Promise<number> {
  const row = await first<{ wait: number }>(
    sql,
    `SELECT ceil(${stillToWait})::int AS wait FROM assay.uses u WHERE action = $1 AND subject = $2`,
    of,
  );
  return row?.wait ?? 0;
}

/** Identifies a machine: its address, or for IPv6 the network of 64 bits that it has for itself. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIP(plain) !== 6) return plain;
  const [head = "", tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const [before, after] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean)) as [string[], string[]];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}

/** The number that may be open at once in this process, for one operator or all people of a partner, from one address, and in all: streams of events, records of megabytes on their way, and processes that check connections. */
const maxOpen = {
  stream: { account: 12, address: 60, all: 500 },
  record: { account: 2, address: 8, all: 20 },
  connection: { account: 1, address: 4, all: 4 },
};

const whatIsOpen = {
  stream: "pages follow runs",
  record: "records are being read",
  connection: "connections are being checked",
};

const open = new Map<string, number>();

/** Takes a place until the returned function is called. */
export function takePlace(kind: keyof typeof maxOpen, { address, account }: Required<ConsoleUser>): () => void {
  const max = maxOpen[kind];
  const places = [
    [`${kind} account ${account}`, max.account],
    [`${kind} address ${networkOf(address)}`, max.address],
    [kind, max.all],
  ] as const;
  if (places.some(([place, most]) => (open.get(place) ?? 0) >= most))
    throw new ConsoleRefusal("too-many", `too many ${whatIsOpen[kind]}; try again when one has ended`, undefined, 30);
  const add = (by: number) => {
    for (const [place] of places) {
      const left = (open.get(place) ?? 0) + by;
      if (left > 0) open.set(place, left);
      else open.delete(place);
    }
  };
  add(1);
  return () => add(-1);
}

/** The number of requests of one account, or of strangers at one address, that are answered at once, and how many may wait for that: connections to the database are few, and everybody waits for them. */
const inLine = new Map<string, Line>();

/** Does something for someone as soon as few of their other requests are being answered. */
export async function inTurn<T>(who: string, act: () => Promise<T>): Promise<T> {
  const line = inLine.get(who) ?? new Line(4, 200);
  inLine.set(who, line);
  try {
    return await line.run(act);
  } finally {
    if (line.isEmpty) inLine.delete(who);
  }
}
