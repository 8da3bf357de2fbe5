import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { makeKeys } from "../../reports/key-files.ts";
import type { ConsoleContext } from "../context.ts";
import { databaseTime, type Sql } from "../store/database.ts";
import { claimSetting, readSetting, setting, writeSetting } from "../store/settings.ts";
import { object } from "../store/stored.ts";

/** A key that certificates are or were signed with. */
export interface SigningKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  from: Date;
}

interface SealedKey {
  pem: string;
  from: string;
}

const keysSetting = setting<SealedKey[]>("signing keys", {
  type: "array",
  items: object({ pem: { type: "string" }, from: { type: "string" } }),
});
const purpose = "signing key";

/** The keys that certificates are signed with, the current one last; the first is made when it is needed, in the caller's transaction. */
export async function signingKeys(
  context: Pick<ConsoleContext, "seal">,
  sql: Sql,
): Promise<[SigningKey, ...SigningKey[]]> {
  const sealed =
    (await readSetting(sql, keysSetting)) ?? (await claimSetting(sql, keysSetting)) ?? (await addKey(context, sql, []));
  return sealed.map(({ pem, from }) => {
    const privateKey = createPrivateKey(context.seal.open(purpose, pem));
    return { privateKey, publicKey: createPublicKey(privateKey), from: new Date(from) };
  }) as [SigningKey, ...SigningKey[]];
}

/** The key that signs now. */
export async function currentKey(context: Pick<ConsoleContext, "seal">, sql: Sql): Promise<KeyObject> {
  const keys = await signingKeys(context, sql);
  return (keys.at(-1) ?? keys[0]).privateKey;
}

/** Lets a new key sign from now on; what earlier keys signed stays genuine. */
export async function rotateSigningKey(context: Pick<ConsoleContext, "seal">, sql: Sql): Promise<void> {
  await addKey(context, sql, (await claimSetting(sql, keysSetting)) ?? []);
}

async function addKey({ seal }: Pick<ConsoleContext, "seal">, sql: Sql, earlier: SealedKey[]): Promise<SealedKey[]> {
  const pem = makeKeys().privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const all = [...earlier, { pem: seal.seal(purpose, pem), from: (await databaseTime(sql)).toISOString() }];
  await writeSetting(sql, keysSetting, all);
  return all;
}

/** Seals the keys anew that were sealed with an earlier key. */
export const resealSigningKeys = ({ database, seal }: ConsoleContext): Promise<number> =>
  database.transaction(async (sql) => {
    const kept = (await claimSetting(sql, keysSetting)) ?? [];
    const old = kept.filter(({ pem }) => !seal.isCurrent(pem));
    if (old.length > 0)
      await writeSetting(
        sql,
        keysSetting,
        kept.map(({ pem, from }) => ({ pem: seal.seal(purpose, seal.open(purpose, pem)), from })),
      );
    return old.length;
  });
