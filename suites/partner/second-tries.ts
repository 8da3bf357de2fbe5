import { groupBy } from "../../base/group-by.ts";
import type { Certifier } from "./certifier/certifier.ts";
import type { Dialect } from "./dialects/choices.ts";
import { choicesAmong, onlyWhere } from "./dialects/dependence.ts";
import { type BrokenSoFar, brokenSoFar, requestRequirements } from "./judging/judge-requests.ts";
import type { Suspicion } from "./recorder.ts";
import type { PartnerRequest } from "./requests/partner-request.ts";
import { endLinks } from "./scenarios/deliveries.ts";
import { connectsAgain } from "./scenarios/installation.ts";
import { endAgain } from "./scenarios/lifecycle.ts";
import { scenarios } from "./scenarios/phases.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { milliseconds, times } from "./times.ts";

/** Writes down what was found: whether it was found again is said where it was tried again. */
function report({ recorder }: Certifier, { requirement, finding, played }: Suspicion, isFoundAgain?: boolean): void {
  const repeated = isFoundAgain === undefined ? {} : { repeated: { failed: Number(isFoundAgain), of: 1 } };
  recorder.during(played, () => recorder.finding(requirement, { ...finding, again: undefined, ...repeated }));
}

/** Writes down what was found and not tried again. */
export function reportSuspicions(certifier: Certifier): void {
  for (const suspicion of certifier.recorder.takeSuspicions()) report(certifier, suspicion);
}

/** True if a callback never came at other Locations either: one may be lost by accident, and comes when it is tried again. */
const isLostElsewhere = ({ requirement, finding: { lostAt } }: Suspicion, all: readonly Suspicion[]): boolean =>
  lostAt !== undefined &&
  all.some(
    (other) =>
      other.requirement === requirement && other.finding.lostAt !== undefined && other.finding.lostAt !== lostAt,
  );

const onceMore = ({ played: { title, claim } }: Suspicion) => ({ title: `${title}, once more`, claim });

/**
 * Tries again what time or the network may explain, one after the other and nothing beside it, in the dialect that it was found in: what is found again
 * counts, and what holds is flaky. What cannot be tried again counts as it was found.
 */
export async function trySuspicionsAgain(certifier: Certifier, dialects: ReadonlyMap<string, Dialect>): Promise<void> {
  const { dialect, recorder } = certifier.context;
  const last = dialect.current;
  // A requirement that is broken beyond doubt need not be shown again.
  const isOpen = ({ requirement }: Suspicion) => !recorder.isBroken(requirement);
  const taken = recorder.takeSuspicions();
  const left = new Set(taken);
  for (const suspicion of taken.filter((each) => isLostElsewhere(each, taken))) {
    left.delete(suspicion);
    report(certifier, suspicion);
  }
  try {
    for (const [title, all] of groupBy([...left], ({ played }) => played.title)) {
      const suspicions = all.filter(isOpen);
      dialect.current = dialects.get(title) ?? last;
      const scenario = scenarios.find((each) => each.title === title && !each.isUnrepeatable);
      const ofScenario = scenario ? suspicions.filter(({ finding }) => finding.again === "the scenario") : [];
      const isFoundAgain = ofScenario[0] && scenario ? await replay(certifier, scenario, ofScenario[0]) : undefined;
      for (const suspicion of suspicions) {
        if (!isOpen(suspicion)) continue;
        const isAgain = ofScenario.includes(suspicion)
          ? isFoundAgain?.(suspicion.requirement)
          : await isStillFound(certifier, suspicion);
        left.delete(suspicion);
        try {
          if (isAgain && scenario && isFoundAgain) await trace(certifier, scenario, suspicion, last);
        } finally {
          report(certifier, suspicion, isAgain);
        }
      }
    }
  } finally {
    dialect.current = last;
    for (const suspicion of left) report(certifier, suspicion);
  }
}

/** How what the history shows is brought about again: returns whether it can be. */
type BringAbout = (certifier: Certifier, request: PartnerRequest) => Promise<boolean>;

/** Ends the link once more of a Location that was still read after it had ended. */
const endLinkAgain: BringAbout = async (certifier, { location = 0, at }) => {
  const ends = certifier.links.endsAt(location, at);
  return ends.length > 0 && endAgain(certifier, location, ends);
};

/** Plays the scenario again that a request came of; where that cannot be, its Location comes back, is read, and leaves. */
const playAgain: BringAbout = async (certifier, request) => {
  const scenario = scenarioOf(certifier, request);
  if (!scenario) return false;
  if (scenario.isUnrepeatable)
    return request.location !== undefined && endAgain(certifier, request.location, ["uninstalled"]);
  await scenario.run(certifier);
  return true;
};

const broughtAbout: Readonly<Record<string, BringAbout>> = {
  "LIFE-6": endLinkAgain,
  "LIFE-7": endLinkAgain,
  "LIFE-11": endLinkAgain,
  "RATE-12": playAgain,
  "RATE-13": playAgain,
};

const scenarioOf = ({ recorder }: Certifier, request: PartnerRequest): Scenario | undefined =>
  scenarios.find(({ title }) => title === recorder.scenarioOf(request));

/** Suspects what the history shows and an accident may explain; the requirements, which count only if they are found broken again. */
export function suspectHistory(certifier: Certifier): Set<string> {
  const { recorder } = certifier;
  const suspected = new Set<string>();
  const plays = new Map<BringAbout, Map<PartnerRequest, ReturnType<typeof brokenAgain>>>();
  for (const [id, finding] of brokenSoFar(certifier).inDoubt) {
    const { by } = finding;
    const scenario = by && "n" in by ? scenarioOf(certifier, by) : undefined;
    const bringAbout = broughtAbout[id];
    if (!by || !("n" in by) || !scenario || !bringAbout) continue;
    suspected.add(id);
    const ofRequests = plays.get(bringAbout) ?? new Map();
    plays.set(bringAbout, ofRequests);
    // A request that shows several requirements is brought about once.
    const again = async () => {
      const play = ofRequests.get(by) ?? brokenAgain(certifier, scenario, () => bringAbout(certifier, by));
      ofRequests.set(by, play);
      const broken = await play;
      return broken && !broken.certain.has(id) && !broken.inDoubt.has(id);
    };
    recorder.during(scenario, () => recorder.finding(id, { ...finding, again }));
  }
  return suspected;
}

/** Brings something about again; what is broken in what comes of that, or undefined where it could not be tried. */
async function brokenAgain(
  { traffic, context }: Certifier,
  { title, claim }: Scenario,
  bringAbout: () => Promise<boolean>,
): Promise<BrokenSoFar | undefined> {
  const { requests, strays, links } = traffic;
  const from = requests.length;
  let isTried = false;
  const { obstacle } = await context.recorder.provisionally({ title: `${title}, once more`, claim }, async () => {
    isTried = await bringAbout();
  });
  if (!isTried || obstacle) return undefined;
  return brokenSoFar({ context, traffic: { requests: requests.slice(from), strays, links } });
}

/** Tries one thing again; undefined where that cannot be done alone. */
async function isStillFound({ recorder }: Certifier, suspicion: Suspicion): Promise<boolean | undefined> {
  const { again } = suspicion.finding;
  const holds = typeof again === "function" ? await recorder.during(onceMore(suspicion), again) : undefined;
  return holds === undefined ? undefined : !holds;
}

/** The number of milliseconds that each certification has spent on finding out what failures depend on. */
const traced = new WeakMap<Certifier, number>();

/** Adds to what was found again in a scenario the choices of the platform that it depends on, unless it is found in the sandbox's own dialect too. */
async function trace(certifier: Certifier, scenario: Scenario, suspicion: Suspicion, right: Dialect): Promise<void> {
  const { dialect } = certifier.context;
  const [wrong, began, spent] = [dialect.current, certifier.clock.now(), traced.get(certifier) ?? 0];
  const isOver = () => spent + certifier.watcher.passedSince(began) > milliseconds(times.tracedFor);
  if (isOver()) return;
  const goesWell = async (spoken: Dialect) => {
    dialect.current = spoken;
    return (await replay(certifier, scenario, suspicion))(suspicion.requirement) === false;
  };
  try {
    const names = await choicesAmong({ wrong, right, isOver }, goesWell);
    if (names.length > 0) suspicion.finding.found += `, ${onlyWhere(wrong, names)}`;
  } finally {
    dialect.current = wrong;
    traced.set(certifier, spent + certifier.clock.now() - began);
  }
}

/** How often a Location comes and goes at most beside a scenario that is played again. */
const mostBeside = 4;

/**
 * Lists are read while Locations come and go, so they are read again while one does that is not read: an application that gives up for that is not flaky. Goes on
 * until the scenario is over.
 */
async function comeAndGoBeside(certifier: Certifier, { claim }: Scenario, isOver: () => boolean): Promise<void> {
  const { claims, connect } = certifier.profile;
  const isReading = claim === "resources" || claim === "calls";
  if (!isReading || !claims.includes("lifecycle") || !connect) return;
  const location = certifier.location("returning");
  for (let time = 0; time < mostBeside && !isOver(); time++) {
    await certifier.watcher.watch(times.leavesBeside);
    if (certifier.isActive(location)) await endLinks(certifier, [{ state: "freezed", location }]);
    if (certifier.links.state(location, certifier.clock.now()) === "freezed")
      await endLinks(certifier, [{ state: "uninstalled", location }]);
    if (!(await connectsAgain(certifier, location))) return;
  }
}

/** Plays a scenario again; whether a requirement was found broken again, or undefined where it could not be judged. */
async function replay(
  certifier: Certifier,
  scenario: Scenario,
  suspicion: Suspicion,
): Promise<(requirement: string) => boolean | undefined> {
  const { found, judged, unsure } = await certifier.recorder.provisionally(onceMore(suspicion), async () => {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    await Promise.all([scenario.run(certifier).finally(end), comeAndGoBeside(certifier, scenario, () => isOver)]);
    await certifier.undone.reportLeft();
  });
  return (requirement) => {
    if (found.some(([id]) => id === requirement)) return true;
    return judged.has(requirement) && !unsure.has(requirement) ? false : undefined;
  };
}

/** True if an application has failed already by what it has done so far. */
export const isRefuted = (certifier: Certifier): boolean =>
  certifier.recorder.hasFailed || [...brokenSoFar(certifier).certain].some((id) => certifier.recorder.isDecisive(id));

/**
 * Plays scenarios again, alone, that showed nothing of a requirement: an application that was busy with something else may have time now. One that has failed is
 * not asked for more.
 */
export async function showUnseen(
  certifier: Certifier,
  chosen: ReadonlySet<Scenario>,
  run: (scenario: Scenario) => Promise<void>,
): Promise<void> {
  if (isRefuted(certifier)) return;
  const judgedLater = requestRequirements();
  for (const scenario of chosen) {
    const isUnseen = scenario.judges.some((id) => !certifier.recorder.isSettled(id) && !judgedLater.has(id));
    if (isUnseen && !scenario.isUnrepeatable) await run(scenario);
  }
}
