import fc from "fast-check";
import { hours } from "../../../base/durations.ts";
import { HarnessError } from "../../../base/errors.ts";
import { loadInstallMachine } from "../../../specs/install-machine.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { loadLedger } from "../../../specs/ledger.ts";
import type { Link } from "../../model/link.ts";
import type { LinkId } from "../../model/link-id.ts";
import { statusReads } from "../../model/operations/installation-status.ts";
import { confirmationWindow, edge } from "../../model/time-limits.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import { type Role, unissuedToken } from "../../schedule/run/roles.ts";
import type { World } from "../../schedule/run/world.ts";
import { dataCalls } from "../steps/data-calls.ts";
import { explore } from "../steps/explore.ts";
import { confirm, confirmAtWrongHost, fixtureLink, grant, requestUninstall } from "../steps/installing.ts";
import { readStatus } from "../steps/link-status.ts";

/** The links that a sequence can touch, by the names that a shrunk example gives them; those that the profile does not name are left out. */
const linkIds: Record<string, (world: World) => { [K in keyof LinkId]?: number | undefined }> = {
  here: () => ({}),
  there: ({ target }) => ({ location: target.fixtures.second_location_id }),
  fast: ({ target }) => ({ application: target.fixtures.fast_application_id }),
  draft: ({ target }) => ({ application: target.fixtures.draft_application_id }),
  "blocked fast": ({ target: { fixtures } }) => ({
    location: fixtures.blocked_location_id,
    application: fixtures.fast_application_id,
  }),
  blocked: ({ target }) => ({ location: target.fixtures.blocked_location_id }),
};

function linkIn(world: World, name: string): LinkId | undefined {
  const ids = linkIds[name]?.(world) ?? {};
  return Object.values(ids).every((id) => id !== undefined) ? fixtureLink(world, ids as Partial<LinkId>) : undefined;
}

/** A kind of step: its choices, how often it comes, what a target needs for it, where it is worth taking, and the step itself. */
interface StepKind {
  choices: Readonly<Record<string, number>>;
  capability?: string;
  isWorth?: (link: Link, choice: string, name: string) => boolean;
  take: (world: World, link: Link, choice: string) => Promise<unknown>;
}

const granters: Record<string, Role> = {
  owner: "owner_user_token",
  limited: "limited_user_token",
  stranger: "no_access_user_token",
  nobody: "partner_token",
};

const isOwnLocation = (name: string): boolean => ["here", "fast", "draft"].includes(name);

/** The platform refuses to move a link that is not in the state that it should be in, which the next reading shows. */
const byPlatform = ({ control }: World, { id }: Link, act: "freeze" | "disable"): Promise<boolean> =>
  control.allows(() => control[act](id.location, id.application));

const kinds: Readonly<Record<string, StepKind>> = {
  GrantAccess: {
    choices: { owner: 5, limited: 1 / 3, stranger: 1 / 3, nobody: 1 / 3 },
    // Of one Location alone does the profile say who lacks the right.
    isWorth: (_, by, name) => by === "owner" || by === "nobody" || isOwnLocation(name),
    take: async (world, { id }, by) => {
      const role = granters[by] ?? "owner_user_token";
      if (world.target.credentials[role]) await grant(world, id, role);
    },
  },
  Confirm: {
    choices: { rightly: 4, "at the wrong host": 2 / 3, "with a wrong token": 2 / 3, "without a token": 2 / 3 },
    // A callback that was not granted is tried at one link, so that sequences come further elsewhere.
    isWorth: ({ granted }, _, name) => granted !== undefined || name === "there",
    take: (world, { id }, how) => {
      if (how === "at the wrong host") return confirmAtWrongHost(world, id);
      const wrong: Record<string, string> = { "with a wrong token": `Bearer ${unissuedToken}`, "without a token": "" };
      return confirm(world, id, wrong[how]);
    },
  },
  Uninstall: {
    choices: { once: 1 },
    isWorth: ({ states }) => !states.has("uninstalled"),
    take: (world, { id }) => requestUninstall(world, id),
  },
  ReadStatus: {
    choices: Object.fromEntries(statusReads.map((operation) => [operation, 3.5])),
    take: (world, { id }, operation) => readStatus(world, id, operation as (typeof statusReads)[number]),
  },
  CallForData: {
    choices: Object.fromEntries(Object.keys(dataCalls).map((operation) => [operation, 1])),
    isWorth: (_, __, name) => name === "here" || name === "there",
    take: async (world, { id }, operation) => {
      if (!world.target.credentials.system_user_token) return;
      await world.request(operation, { ...dataCalls[operation]?.(id.location, world.now()), as: "system_user_token" });
    },
  },
  Freeze: {
    choices: { once: 2 },
    capability: "links",
    isWorth: (link) => link.is("active"),
    take: (world, link) => byPlatform(world, link, "freeze"),
  },
  Disable: {
    choices: { once: 1 },
    capability: "links",
    isWorth: (link) => link.exists && link.onlyState !== undefined,
    take: (world, link) => byPlatform(world, link, "disable"),
  },
  AdvanceClock: {
    choices: { hours: 1, "last second": 1, "a second too late": 2 },
    capability: "clock",
    isWorth: (link, to) => to === "hours" || (link.granted !== undefined && link.is("pending")),
    take: (world, { granted }, to) => {
      const { earliest, latest } = granted ?? { earliest: 0, latest: 0 };
      const moments: Record<string, number> = {
        "last second": earliest + confirmationWindow - edge,
        "a second too late": latest + confirmationWindow + edge,
      };
      return world.advanceTo(moments[to] ?? world.now() + hours(5));
    },
  },
};

/** The stage of a sequence: the world, and the links of it that began without one. */
interface Stage {
  world: World;
}

/** One step at one link, as fast-check generates it. */
class LinkStep implements fc.AsyncCommand<Stage, Stage> {
  readonly kind: string;
  readonly link: string;
  readonly choice: string;

  constructor(kind: string, link: string, choice: string) {
    this.kind = kind;
    this.link = link;
    this.choice = choice;
  }

  check({ world }: Readonly<Stage>): boolean {
    const id = linkIn(world, this.link);
    const { capability, isWorth = () => true } = kinds[this.kind] ?? {};
    if (!id || (capability !== undefined && !world.can(capability))) return false;
    return isWorth(world.facts.model.links.of(id), this.choice, this.link);
  }

  async run(_: Stage, { world }: Stage): Promise<void> {
    const id = linkIn(world, this.link);
    if (id) await kinds[this.kind]?.take(world, world.facts.model.links.of(id), this.choice);
  }

  toString(): string {
    return `${this.kind}(${this.link}, ${this.choice})`;
  }
}

/** Steps from what they were written as. */
const decode = (texts: readonly string[]): LinkStep[] =>
  texts.map((text) => {
    const [, kind = "", link = "", choice = ""] = /^(\w+)\(([^,()]+), ([^()]+)\)$/.exec(text) ?? [];
    if (!(kind in kinds)) throw new HarnessError(`${text} is not a step of the install machine`);
    return new LinkStep(kind, link, choice);
  });

/** The steps of a sequence that were run, each as a text. */
const encode = (steps: Iterable<unknown>): string[] => (String(steps).match(/\w+\([^)]*\)/g) ?? []).map(String);

/** A link: mostly one, so that sequences come far there. */
const anyLink = fc.oneof(
  { arbitrary: fc.constant("here"), weight: 9 },
  { arbitrary: fc.constantFrom(...Object.keys(linkIds)), weight: 4 },
);

/** Every kind and choice of step, as often as its weight says. */
const anyStep = fc.oneof(
  ...Object.entries(kinds).flatMap(([kind, { choices }]) =>
    Object.entries(choices).map(([choice, weight]) => ({
      weight: Math.round(6 * weight),
      arbitrary: anyLink.map((link) => new LinkStep(kind, link, choice)),
    })),
  ),
);

const sequences = (most: number) => fc.commands<Stage, Stage, boolean>([anyStep], { maxCommands: most, size: "max" });

const levels = new Map(loadLedger().map(({ id, level }) => [id, level]));

/** The requirements that random steps can show: the rows of the machine that promise something, and those of every reading. */
const shown: RequirementId[] = [
  ...loadInstallMachine().transitions.map(({ requirement }) => requirement),
  ...(["AUTH-1", "AUTH-2", "INST-17", "INST-18", "INST-26", "STAT-3", "STAT-6", "STAT-7", "STAT-9"] as const),
];

const judged = shown.filter((id) => levels.get(id) !== "open");

/** The install machine against the provider: random steps, each in a world of their own. */
export const sequenceJourneys: Proof[] = [
  proof("random-steps-at-several-links", judged, "random steps at several links", freshInstallation, (world) =>
    explore(world, {
      cases: sequences(world.budget.byDepth(16, 40, 80)),
      runs: world.budget.byDepth(4, 24, 200),
      sequence: { encode, decode: (texts) => decode(texts) as never },
      check: async (exploring, steps) => {
        const fresh = await exploring.reset();
        const stage = { world: fresh };
        // A fresh world may have the application at the second Location; steps there begin with what the status says.
        const there = linkIn(fresh, "there");
        if (there) await readStatus(fresh, there);
        await fc.asyncModelRun(() => ({ model: stage, real: stage }), steps);
      },
    }),
  ),
];
