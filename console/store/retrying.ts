/** How long a database that is away is waited for: so many times, with so many milliseconds between. */
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

/** Whether an error says that the database is away, or too busy. */
export const isAway = ({ code = "", message }: NodeJS.ErrnoException): boolean =>
  awayCodes.has(code) || /Connection terminated|timeout exceeded when trying to connect/i.test(message);

/** Does something as soon as the database is back, if it is away; it must be harmless to do it twice. */
export async function retrying<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await act();
    } catch (error) {
      if (tries >= patience.times || !isAway(error as NodeJS.ErrnoException)) throw error;
      await new Promise((over) => setTimeout(over, patience.pause));
    }
}
