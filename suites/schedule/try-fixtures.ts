import type { Fixtures, Target } from "../../harness/target.ts";
import { ProfileAsker } from "./profile-asker.ts";
import type { Role } from "./run/roles.ts";
import type { Run } from "./run/run.ts";

type IdName = Exclude<keyof Fixtures, "client_ids">;

/** A read that shows whether a fixture is what the profile says. */
interface FixtureProbe {
  fixture: IdName;
  operation: string;
  as: Role;
  /** The name of the path's parameter that takes it, where that is another. */
  in?: IdName;
  shows: "found" | "hidden";
}

/** For each fixture, the reads that show most first. The others show only in proofs: whether a Location is blocked is seen when something is installed there. */
const probes: readonly FixtureProbe[] = [
  { fixture: "location_id", operation: "listResources", as: "v3_token", shows: "found" },
  { fixture: "location_id", operation: "listClients", as: "system_user_token", shows: "found" },
  { fixture: "location_id", operation: "readInstallationStatus", as: "partner_token", shows: "found" },
  { fixture: "second_location_id", operation: "listResources", as: "v3_token", in: "location_id", shows: "found" },
  { fixture: "application_id", operation: "listConnectedLocations", as: "partner_token", shows: "found" },
  {
    fixture: "fast_application_id",
    operation: "listConnectedLocations",
    as: "partner_token",
    in: "application_id",
    shows: "found",
  },
  {
    fixture: "draft_application_id",
    operation: "listConnectedLocations",
    as: "partner_token",
    in: "application_id",
    shows: "found",
  },
  {
    fixture: "inaccessible_location_id",
    operation: "listResources",
    as: "v3_token",
    in: "location_id",
    shows: "hidden",
  },
  { fixture: "unknown_location_id", operation: "listResources", as: "v3_token", in: "location_id", shows: "hidden" },
  { fixture: "service_id", operation: "readService", as: "partner_token", shows: "found" },
];

export interface FixtureOutcome {
  fixture: keyof Fixtures;
  /** True if it is as the profile says; undefined where nothing shows it. */
  isRight?: boolean;
  /** The request and its status, such as `GET /services/1/2 answers 404`. */
  seen?: string;
  expected?: "found" | "hidden";
}

/** Reads what shows whether the fixtures are what the profile says. Nothing is judged by that, and nothing is changed. */
export async function tryFixtures(run: Run, target: Target): Promise<FixtureOutcome[]> {
  const asker = new ProfileAsker(run, target);
  const outcomes: FixtureOutcome[] = [];
  for (const fixture of Object.keys(target.fixtures) as (keyof Fixtures)[]) {
    const own = probes.filter((probe) => probe.fixture === fixture && asker.canAsk(probe.operation, probe.as));
    let best: FixtureOutcome = { fixture };
    for (const probe of own)
      if (best.isRight === undefined) best = await make(probe, asker, target.fixtures[probe.fixture] ?? 0);
    outcomes.push(best);
  }
  return outcomes;
}

async function make(probe: FixtureProbe, asker: ProfileAsker, id: number): Promise<FixtureOutcome> {
  const { fixture, operation, as: role, shows } = probe;
  const exchange = await asker.ask(operation, role, { [probe.in ?? fixture]: id });
  if (!exchange) return { fixture };
  const { request, response } = exchange;
  const seen = `${request.method} ${new URL(request.url).pathname} answers ${response.status}`;
  const isRight = judge(response.status, probe);
  return { fixture, seen, expected: shows, ...(isRight === undefined ? {} : { isRight }) };
}

/** The judgement of a fixture by a status: a link that is not there yet, and a surface that is not live, hide what exists. */
function judge(status: number, { operation, shows }: FixtureProbe): boolean | undefined {
  if (status === 200) return shows === "found";
  if (shows === "hidden") return status === 404 ? true : undefined;
  const isSure = operation === "readService" || operation === "listConnectedLocations";
  return isSure && (status === 403 || status === 404) ? false : undefined;
}
