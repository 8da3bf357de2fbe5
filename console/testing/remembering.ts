import { startTestApplication, type TestApplication } from "./partner-app.ts";

/** The example application, which keeps running, and the Locations that it takes for linked. */
export interface RememberingApplication extends TestApplication {
  linked: () => ReadonlySet<number>;
  /** Waits until it has confirmed so many installations more. */
  confirms: (count: number) => Promise<void>;
}

/** Starts the example application, and sees what it remembers. */
export async function startRemembering(environment: Record<string, string>): Promise<RememberingApplication> {
  let active: ReadonlySet<number> = new Set();
  let confirmed = 0;
  const waiting = new Set<() => void>();
  const application = await startTestApplication(environment, {
    isConfirmed(_location: number, known: ReadonlySet<number>) {
      active = known;
      confirmed++;
      for (const look of waiting) look();
      return true;
    },
  });
  return {
    ...application,
    linked: () => active,
    confirms: (count) => {
      const until = confirmed + count;
      return new Promise((over) => {
        const look = () => {
          if (confirmed < until) return;
          waiting.delete(look);
          over();
        };
        waiting.add(look);
      });
    },
  };
}
