/** The time that a database that is away is waited for: so many times, with so many milliseconds between. */
const patience = { times: 60, pause: 2_000 };

/** Codes of errors that say that the database is away, not that a statement is wrong. */
const awayCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "08006",
  "08003",
]);

/** True if an error says that the database is away, or too busy. */
export const isAway = ({ code = "", message }: NodeJS.ErrnoException): boolean =>
  awayCodes.has(code) || /Connection terminated|timeout exceeded when trying to connect/i.test(message);

/** True if an error says that the database is being started or stopped: someone is there. */
export const isRestarting = ({ code = "" }: NodeJS.ErrnoException): boolean => code.startsWith("57P0");

/** Which errors are waited out, and who learns of it, once. */
export interface RetryOptions {
  isWaitedOut?: (error: NodeJS.ErrnoException) => boolean;
  onWait?: (error: Error) => void;
}

/** Does something as soon as the database is back, if it is away; it must be harmless to do it twice. */
export async function retrying<T>(
  act: () => Promise<T>,
  { isWaitedOut = isAway, onWait = () => undefined }: RetryOptions = {},
): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await act();
    } catch (error) {
      if (tries >= patience.times || !isWaitedOut(error as NodeJS.ErrnoException)) throw error;
      if (tries === 1) onWait(error as Error);
      await new Promise((over) => setTimeout(over, patience.pause));
    }
}
