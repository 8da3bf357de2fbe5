import { keyId } from "../../reports/certificate/envelope.ts";
import type { ConsoleContext } from "../context.ts";
import { signingKeys } from "./signing.ts";

/** The signed status list, as it is served. */
export const statusListText = async (_context: ConsoleContext): Promise<string> => "{}";

/** The key set, as it is served. */
export const keySetText = async (context: ConsoleContext): Promise<string> =>
  JSON.stringify({ keys: (await signingKeys(context, context.database)).map(({ publicKey }) => keyId(publicKey)) });
