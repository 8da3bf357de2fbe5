import { answerTo } from "../../specs/schemas.ts";
import { validate } from "../../specs/validate.ts";
import { confirm, grant, install, type Place, place, readStatus } from "./installing.ts";
import { installs } from "./needs.ts";
import { type Proof, proof } from "./proof.ts";
import { json, type Stage } from "./stage.ts";

const fresh = [...installs, "fresh"];

interface Entry {
  status_from?: unknown;
  status_to?: unknown;
}

/** Holds what is read of a link that certainly exists against everything that is told of it. */
export async function holdLinked(stage: Stage, where: Place): Promise<void> {
  for (const operation of ["readInstallationStatus", "readInstallationStatusInFlow"]) {
    const { exchange } = await readStatus(stage, where, operation);
    const { operation: read } = exchange.request;
    if (exchange.response.status !== 200 || !answerTo(read, 200)) continue;
    const slot = { direction: "response", part: "body", status: 200, holds: ["linked"] } as const;
    const errors = validate(read, slot, json(exchange));
    for (const id of ["STAT-1", "STAT-2", "STAT-4", "STAT-5", "STAT-10"]) {
      const error = errors.find(({ requirement }) => requirement === id);
      stage.holds(id, exchange, !error, error?.found ?? "", error?.expected ?? "", error?.pointer);
    }
  }
}

/** Writes down whether the log tells of a change. */
export function tells(
  stage: Stage,
  requirement: string,
  reading: Awaited<ReturnType<typeof readStatus>>,
  from: string,
  to: string,
): void {
  const logs = Array.isArray(reading.data?.logs) ? (reading.data.logs as Entry[]) : [];
  const isThere = logs.some((entry) => entry?.status_from === from && entry?.status_to === to);
  const told =
    logs.map((entry) => `${String(entry?.status_from)} → ${String(entry?.status_to)}`).join(", ") || "nothing";
  stage.holds(requirement, reading.exchange, isThere, told, `an entry ${from} → ${to}`, "/data/logs");
}

/** Proofs of what the installation status says. */
export const statusProofs: Proof[] = [
  proof(
    "STAT-1 STAT-2 STAT-4 STAT-5 STAT-10",
    "the status of a link that exists has all its parts, in each of its states",
    [...fresh, "control.links"],
    async (stage) => {
      const here = place(stage);
      stage.needs(await grant(stage, here), 201);
      await holdLinked(stage, here);
      stage.needs(await confirm(stage, here), 201);
      await holdLinked(stage, here);
      await stage.control.freeze(here.location, here.application);
      await holdLinked(stage, here);
    },
  ),

  proof("STAT-6 STAT-7", "the log tells of each change", [...fresh, "control.links"], async (stage) => {
    const here = place(stage);
    await install(stage, here);
    await stage.control.freeze(here.location, here.application);
    const reading = await readStatus(stage, here);
    tells(stage, "STAT-7", reading, "uninstalled", "pending");
    tells(stage, "STAT-6", reading, "uninstalled", "pending");
    tells(stage, "STAT-6", reading, "pending", "active");
    tells(stage, "STAT-6", reading, "active", "freezed");
    stage.observe("sources in the log", [
      ...new Set((reading.data?.logs as { source?: unknown }[] | undefined)?.map?.(({ source }) => source)),
    ]);
  }),

  proof("STAT-3", "created_at tells when the link was created", [...fresh, "control.clock"], async (stage) => {
    const here = place(stage);
    const before = stage.now();
    stage.needs(await grant(stage, here), 201);
    // Any time zone may be meant, so a moment is near when it is within the widest offsets that there are.
    const widest = 14 * 3_600_000 + 60_000;
    const isNear = async () => {
      const { exchange, data } = await readStatus(stage, here);
      const told = String(data?.connection_status?.created_at);
      const time = Date.parse(`${told.replace(" ", "T")}Z`);
      stage.holds(
        "STAT-3",
        exchange,
        Math.abs(time - before) <= widest,
        told,
        `a time near ${new Date(before).toISOString()}`,
        "/data/connection_status/created_at",
      );
      return told;
    };
    const first = await isNear();
    await stage.advanceTo(before + 7 * 24 * 3_600_000);
    const { exchange, data } = await readStatus(stage, here);
    const later = String(data?.connection_status?.created_at);
    stage.holds(
      "STAT-3",
      exchange,
      later === first,
      `${later}, a week later`,
      first,
      "/data/connection_status/created_at",
    );
  }),
];
