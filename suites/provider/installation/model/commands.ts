import type fc from "fast-check";
import { ControlRefusal } from "../../../../harness/control.ts";
import { nobody } from "../../access/authentication.ts";
import { dataCalls } from "../../run/data-calls.ts";
import {
  askToUninstall,
  confirm,
  confirmAtWrongHost,
  confirmationWindow,
  edge,
  grant,
  readStatus,
} from "../../run/installing.ts";
import type { World } from "../../run/world.ts";
import { everyState, type Link } from "./link.ts";
import type { Model, PlaceName, Real } from "./links.ts";
import { judgeReading } from "./reading.ts";
import { move } from "./steps.ts";

/** A step at a place that the profile names. */
abstract class Step implements fc.AsyncCommand<Model, Real> {
  readonly at: PlaceName;

  constructor(at: PlaceName) {
    this.at = at;
  }

  check(model: Readonly<Model>): boolean {
    const link = model[this.at];
    return link !== undefined && this.fits(link);
  }

  run(model: Model, { world }: Real): Promise<void> {
    const link = model[this.at];
    return link ? this.act(link, world) : Promise.resolve();
  }

  toString(): string {
    return `${this.constructor.name}(${[this.at, ...this.said()].join(", ")})`;
  }

  protected fits(_link: Link): boolean {
    return true;
  }

  protected said(): string[] {
    return [];
  }

  protected abstract act(link: Link, world: World): Promise<void>;
}

/** The users of whom the profile says that they lack the right at one Location. */
const lacking = { limited: "limited_user_token", stranger: "no_access_user_token" } as const;

export class GrantAccess extends Step {
  readonly by: "owner" | "limited" | "stranger" | "nobody";

  constructor(at: PlaceName, by: GrantAccess["by"]) {
    super(at);
    this.by = by;
  }

  protected override fits(): boolean {
    return !(this.by in lacking) || ["here", "fast", "draft"].includes(this.at);
  }

  protected override said(): string[] {
    return [this.by];
  }

  protected async act(link: Link, world: World): Promise<void> {
    const lacks = this.by in lacking;
    if (lacks && world.target.credentials[lacking[this.by as keyof typeof lacking]] === undefined) return;
    const sent = world.now();
    const roles = { owner: "owner_user_token", nobody: "partner", ...lacking } as const;
    const exchange = await grant(world, link.place, roles[this.by]);
    const facts = { unauthenticated: this.by === "nobody", "may not manage user rights": lacks };
    const wasFirst = link.is("uninstalled");
    move(world, link, { trigger: "grant_access", facts, exchange });
    if (this.by !== "owner" || exchange.response.status >= 300) return;
    link.granted = { earliest: sent, latest: world.now() };
    if (!wasFirst) link.createdAt = undefined;
  }
}

export class Confirm extends Step {
  readonly how: "rightly" | "at the wrong host" | "with a wrong token" | "without a token";

  constructor(at: PlaceName, how: Confirm["how"]) {
    super(at);
    this.how = how;
  }

  /** A callback that nobody granted is tried at one place, so that sequences come further elsewhere. */
  protected override fits(link: Link): boolean {
    return link.granted !== undefined || this.at === "there";
  }

  protected override said(): string[] {
    return [this.how];
  }

  protected async act(link: Link, world: World): Promise<void> {
    const sent = world.now();
    const isWrongHost = this.how === "at the wrong host";
    const token = { "with a wrong token": `Bearer ${nobody}`, "without a token": "" }[this.how as string];
    const exchange = isWrongHost
      ? await confirmAtWrongHost(world, link.place)
      : await confirm(world, link.place, token);
    const inWindow = link.isInWindow(sent, world.now());
    move(world, link, {
      trigger: "callback",
      exchange,
      facts: {
        "wrong host": isWrongHost,
        unauthenticated: token !== undefined,
        ...(inWindow === undefined ? {} : { "in window": inWindow, "out of window": !inWindow }),
      },
      ...(token === undefined ? {} : { ofAnswer: token === "" ? "AUTH-1" : "AUTH-2" }),
    });
  }
}

export class Uninstall extends Step {
  protected override fits(link: Link): boolean {
    return !link.states.has("uninstalled");
  }

  protected async act(link: Link, world: World): Promise<void> {
    const before = link.states;
    const { response } = await askToUninstall(world, link.place);
    move(world, link, { trigger: "uninstall", facts: {} });
    // What the operation takes is not shown, so a refusal may mean that nothing was done.
    if (response.status >= 300) link.states = new Set([...before, ...link.states]);
  }
}

/** The platform moves a link; where it refuses, the link is in another state than it should be, and that is seen when it is read. */
async function byPlatform(world: World, link: Link, trigger: "freeze" | "disable"): Promise<void> {
  try {
    await world.control[trigger](link.place.location, link.place.application);
    move(world, link, { trigger, facts: {} });
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error;
    link.states = new Set(everyState);
  }
}

export class Freeze extends Step {
  protected override fits(link: Link): boolean {
    return link.is("active");
  }

  protected async act(link: Link, world: World): Promise<void> {
    await byPlatform(world, link, "freeze");
  }
}

export class Disable extends Step {
  protected override fits(link: Link): boolean {
    return link.is("pending") || link.is("active") || link.is("freezed");
  }

  protected async act(link: Link, world: World): Promise<void> {
    await byPlatform(world, link, "disable");
  }
}

export class ReadStatus extends Step {
  readonly address: "readInstallationStatus" | "readInstallationStatusInFlow";

  constructor(at: PlaceName, address: ReadStatus["address"]) {
    super(at);
    this.address = address;
  }

  protected override said(): string[] {
    return [this.address === "readInstallationStatus" ? "base_url" : "app_url"];
  }

  protected async act(link: Link, world: World): Promise<void> {
    judgeReading(world, link, await readStatus(world, link.place, this.address), this.address);
  }
}

/** A data call as the system user; he belongs to one application. */
export class CallForData extends Step {
  readonly operation: string;

  constructor(at: PlaceName, operation: string) {
    super(at);
    this.operation = operation;
  }

  protected override fits(): boolean {
    return this.at === "here" || this.at === "there";
  }

  protected override said(): string[] {
    return [this.operation];
  }

  protected async act(link: Link, world: World): Promise<void> {
    if (world.target.credentials.system_user_token === undefined) return;
    const asked = dataCalls[this.operation]?.(link.place.location) ?? {};
    const exchange = await world.ask(this.operation, { ...asked, authorization: world.as("system_user_token") });
    if (link.is("active")) world.answers("INST-18", exchange, 200);
    else if (link.is("uninstalled", "pending") && !link.wasActive && !link.hasEnded)
      world.answers("INST-17", exchange, 401, 403);
  }
}

/** Lets time pass: some hours, or to one side of the end of a link's window. */
export class AdvanceClock extends Step {
  readonly to: "hours" | "last second" | "a second too late";

  constructor(at: PlaceName, to: AdvanceClock["to"]) {
    super(at);
    this.to = to;
  }

  protected override fits(link: Link): boolean {
    return this.to === "hours" || (link.granted !== undefined && link.is("pending"));
  }

  protected override said(): string[] {
    return [this.to];
  }

  protected async act(link: Link, world: World): Promise<void> {
    const { earliest = 0, latest = 0 } = link.granted ?? {};
    const wasOpen = link.isInWindow(world.now(), world.now());
    const ends = {
      hours: world.now() + 5 * 3_600_000,
      "last second": earliest + confirmationWindow - edge,
      "a second too late": latest + confirmationWindow + edge,
    };
    await world.advanceTo(ends[this.to]);
    if (wasOpen && link.isInWindow(world.now(), world.now()) === false && link.is("pending"))
      move(world, link, { trigger: "window_closes", facts: {} });
  }
}
