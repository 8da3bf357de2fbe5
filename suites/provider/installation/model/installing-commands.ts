import { confirm, confirmAtWrongHost, grant, requestUninstall } from "../../run/installing.ts";
import { type Role, unissuedToken } from "../../run/roles.ts";
import type { World } from "../../run/world.ts";
import { LinkCommand } from "./command.ts";
import type { LinkModel } from "./link-model.ts";
import type { LinkName } from "./link-models.ts";
import { move } from "./moves.ts";

/** Who makes a grant. */
const granters = {
  owner: "owner_user_token",
  limited: "limited_user_token",
  stranger: "no_access_user_token",
  nobody: "partner_token",
} as const satisfies Record<string, Role>;

/** Somebody grants access. */
export class GrantAccess extends LinkCommand {
  readonly by: keyof typeof granters;

  constructor(link: LinkName, by: GrantAccess["by"]) {
    super(link);
    this.by = by;
  }

  /** Whether the granter is a user who lacks the right; the profile says that of one Location only. */
  get #lacksRight(): boolean {
    return this.by === "limited" || this.by === "stranger";
  }

  protected override makesSense(): boolean {
    return !this.#lacksRight || ["here", "fast", "draft"].includes(this.link);
  }

  protected override details(): string[] {
    return [this.by];
  }

  protected async take(model: LinkModel, world: World): Promise<void> {
    const role = granters[this.by];
    if (this.#lacksRight && world.target.credentials[role] === undefined) return;
    const sent = world.now();
    const exchange = await grant(world, model.id, role);
    const facts = { unauthenticated: this.by === "nobody", "may not manage user rights": this.#lacksRight };
    const isFirst = model.is("uninstalled");
    move(world, model, { trigger: "grant_access", facts, exchange });
    if (this.by !== "owner" || exchange.response.status >= 300) return;
    model.granted = { earliest: sent, latest: world.now() };
    if (!isFirst) model.createdAt = undefined;
  }
}

/** The Authorization headers of callbacks that must be refused, with the requirement that asks for the refusal. */
const wrongCallbacks: Record<string, { authorization: string; answerRequirement: string }> = {
  "with a wrong token": { authorization: `Bearer ${unissuedToken}`, answerRequirement: "AUTH-2" },
  "without a token": { authorization: "", answerRequirement: "AUTH-1" },
};

/** The partner sends the callback, rightly or not. */
export class Confirm extends LinkCommand {
  readonly how: "rightly" | "at the wrong host" | "with a wrong token" | "without a token";

  constructor(link: LinkName, how: Confirm["how"]) {
    super(link);
    this.how = how;
  }

  /** A callback that nobody granted is tried at one link, so that sequences come further elsewhere. */
  protected override makesSense(model: LinkModel): boolean {
    return model.granted !== undefined || this.link === "there";
  }

  protected override details(): string[] {
    return [this.how];
  }

  protected async take(model: LinkModel, world: World): Promise<void> {
    const sent = world.now();
    const isWrongHost = this.how === "at the wrong host";
    const wrong = wrongCallbacks[this.how];
    const exchange = isWrongHost
      ? await confirmAtWrongHost(world, model.id)
      : await confirm(world, model.id, wrong?.authorization);
    const inWindow = model.isInWindow(sent, world.now());
    move(world, model, {
      trigger: "callback",
      exchange,
      facts: {
        "wrong host": isWrongHost,
        unauthenticated: wrong !== undefined,
        ...(inWindow === undefined ? {} : { "in window": inWindow, "out of window": !inWindow }),
      },
      ...(wrong ? { answerRequirement: wrong.answerRequirement } : {}),
    });
  }
}

/** The partner uninstalls. */
export class Uninstall extends LinkCommand {
  protected override makesSense(model: LinkModel): boolean {
    return !model.states.has("uninstalled");
  }

  protected async take(model: LinkModel, world: World): Promise<void> {
    const before = model.states;
    const { response } = await requestUninstall(world, model.id);
    move(world, model, { trigger: "uninstall", facts: {} });
    // What the operation takes is not shown, so a refusal may mean that nothing was done.
    if (response.status >= 300) model.states = new Set([...before, ...model.states]);
  }
}
