import { hours } from "../../world/data/durations.ts";
import { olderDateTime } from "../../world/state.ts";
import { data, dataPatch, dataWithout } from "../changes/data.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { connection, log, renamedState } from "../changes/installation-status.ts";
import { statusReads } from "../changes/operations.ts";
import { without } from "../changes/replies.ts";
import { handling } from "../changes/routes.ts";
import { row } from "../changes/world.ts";

/** A time of UTC as it is in a zone that is three hours ahead. */
const threeHoursAhead = (text: unknown): string => olderDateTime(Date.parse(`${String(text)}Z`) + hours(3));

export const installationStatusFaults: Faults = {
  "freezed is spelled frozen": breaks("STAT-1", renamedState("freezed", "frozen")),
  "a pending link is called waiting": breaks("STAT-1", renamedState("pending", "waiting")),
  "created_at has an offset": breaks(
    "STAT-2",
    connection(({ created_at }) => ({ created_at: `${String(created_at).replace(" ", "T")}+00:00` })),
  ),
  "created_at lacks its seconds": subtly(
    "STAT-2",
    connection(({ created_at }) => ({ created_at: String(created_at).slice(0, 16) })),
  ),
  "created_at is years early": breaks(
    "STAT-3",
    connection(() => ({ created_at: "2020-01-01 00:00:00" })),
  ),
  "created_at moves with the clock": subtly(
    "STAT-3",
    connection((_, { clock }) => ({ created_at: olderDateTime(clock.now()) })),
  ),
  "payments are null": breaks("STAT-4", dataPatch(statusReads, { payments: null })),
  "the main host tells of no payments": subtly("INST-26", dataPatch(["readInstallationStatus"], { payments: [] })),
  "payments are missing": breaks("STAT-4", dataWithout(statusReads, "payments")),
  "log entries lack their source": breaks(
    "STAT-5",
    log((entry) => without(entry, "source")),
  ),
  "changed_at is a number": breaks(
    "STAT-5",
    log((entry) => ({ ...entry, changed_at: 1_772_442_000 })),
  ),
  "the second log entry lacks its time": subtly(
    "STAT-5",
    log((entry, index) => (index === 1 ? without(entry, "changed_at") : entry)),
  ),
  "changed_at is told in words": subtly(
    "STAT-5",
    log((entry) => ({ ...entry, changed_at: "yesterday" })),
  ),
  "payments are dated in words": subtly(
    "STAT-4",
    data(statusReads, (link: { payments: object[] }) => ({
      ...link,
      payments: link.payments.map((payment) => ({ ...payment, payment_date: "last Monday" })),
    })),
  ),
  "the log forgets confirmations": breaks("STAT-6", row("confirm", { unlogged: true })),
  "the log forgets freezes": subtly("STAT-6", row("freeze", { unlogged: true })),
  "the log turns changes round": breaks(
    "STAT-6",
    log((entry) => ({ ...entry, status_from: entry.status_to, status_to: entry.status_from })),
  ),
  "the log holds the last change alone": subtly(
    "STAT-6",
    data(statusReads, (link: { logs: unknown[] }) => ({ ...link, logs: link.logs.slice(-1) })),
  ),
  "the log tells of one freeze alone": subtly(
    "STAT-6",
    data(statusReads, (link: { logs: { status_to: string }[] }) => {
      const first = link.logs.findIndex(({ status_to }) => status_to === "freezed");
      return { ...link, logs: link.logs.filter(({ status_to }, index) => status_to !== "freezed" || index === first) };
    }),
  ),
  "the log tells of a second installation from where the first had ended": subtly(
    "STAT-6",
    log((entry, index) => (index > 0 && entry.status_to === "pending" ? { ...entry, status_from: "active" } : entry)),
  ),
  "the log tells of every application at the Location": subtly(
    "STAT-6",
    data(statusReads, (link: object, { world, path }) => ({
      ...link,
      logs: Object.values(world.state.links)
        .filter(({ locationId }) => locationId === Number(path.location_id))
        .flatMap(({ logs }) => logs),
    })),
  ),
  "the log forgets a confirmation after a reconnect": subtly(
    "STAT-6",
    handling("confirmInstallation", (handle) => (call) => {
      const { salon_id, application_id } = (call.body ?? {}) as Record<string, number>;
      const answer = handle(call);
      const link = call.world.link(salon_id, application_id);
      if (link && link.grantedAt > link.createdAt)
        link.logs = link.logs.filter(({ status_to }) => status_to !== "active");
      return answer;
    }),
  ),
  "a reconnect stands in the log as active": subtly(
    "STAT-6",
    handling("grantAccess", (handle) => (call) => {
      const answer = handle(call);
      const link = call.world.link(Number(call.path.company_id), Number(call.path.application_id));
      if (link?.state === "pending" && link.grantedAt > link.createdAt)
        link.logs.push({
          changed_at: link.logs[0]?.changed_at ?? "",
          status_from: "pending",
          status_to: "active",
          source: "marketplace",
        });
      return answer;
    }),
  ),
  "the first installation comes from nowhere": breaks(
    "STAT-7",
    log((entry) => (entry.status_from === "uninstalled" ? { ...entry, status_from: "none" } : entry)),
  ),
  "created_at is of another time zone than the log": subtly(
    "STAT-6",
    connection(({ created_at }) => ({ created_at: threeHoursAhead(created_at) })),
  ),
  "the log has two time zones": subtly(
    "STAT-6",
    log((entry, index) => (index === 0 ? { ...entry, changed_at: threeHoursAhead(entry.changed_at) } : entry)),
  ),
  "a pending link reads active": breaks("STAT-9", renamedState("pending", "active")),
  "the status is flat": breaks(
    "STAT-10",
    data(statusReads, (link: { connection_status: object }) => ({
      ...link.connection_status,
      ...without(link, "connection_status"),
    })),
  ),
  "the status is a list": breaks(
    "STAT-10",
    data(statusReads, (link: object) => [link]),
  ),
};
