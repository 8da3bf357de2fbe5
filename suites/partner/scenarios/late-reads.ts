import type { Certifier } from "../certifier/certifier.ts";
import type { Reading, ReadTask } from "../certifier/reading.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";

/** A read that the application was asked for, and where. */
interface AwaitedRead {
  task: ReadTask;
  location: number;
  isRead: (request: PartnerRequest) => boolean;
}

/** Says that nothing was read, unless it is read later, or the link ended before that could begin. */
export function unlessReadLater(
  certifier: Certifier,
  { task, location, isRead }: AwaitedRead,
  reading: Reading,
  report: () => void,
): void {
  const asked = certifier.prompter.last(task, location)?.at ?? 0;
  certifier.undone.unlessLater(
    () =>
      reading.sent().some((request) => isRead(request) && request.location === location) ||
      certifier.links.endedSoonAfter(location, asked),
    report,
  );
}
