import { hours } from "../../../../base/durations.ts";
import { ControlRefusal } from "../../../../harness/control-calls.ts";
import { confirmationWindow, edge } from "../../run/time-limits.ts";
import type { World } from "../../run/world.ts";
import { LinkCommand } from "./command.ts";
import { everyState, type LinkModel } from "./link-model.ts";
import type { LinkName } from "./link-models.ts";
import { move } from "./moves.ts";

/** The platform moves a link; where it refuses, the link is not in the state that it should be in, which the next reading shows. */
async function moveByPlatform(world: World, model: LinkModel, trigger: "freeze" | "disable"): Promise<void> {
  try {
    await world.control[trigger](model.id.location, model.id.application);
    move(world, model, { trigger, facts: {} });
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error;
    model.states = new Set(everyState);
  }
}

/** The platform freezes the link. */
export class Freeze extends LinkCommand {
  protected override makesSense(model: LinkModel): boolean {
    return model.is("active");
  }

  protected async take(model: LinkModel, world: World): Promise<void> {
    await moveByPlatform(world, model, "freeze");
  }
}

/** The platform disables the application at the Location. */
export class Disable extends LinkCommand {
  protected override makesSense(model: LinkModel): boolean {
    return model.is("pending") || model.is("active") || model.is("freezed");
  }

  protected async take(model: LinkModel, world: World): Promise<void> {
    await moveByPlatform(world, model, "disable");
  }
}

/** Time passes: some hours, or to one side of the end of a link's window. */
export class AdvanceClock extends LinkCommand {
  readonly to: "hours" | "last second" | "a second too late";

  constructor(link: LinkName, to: AdvanceClock["to"]) {
    super(link);
    this.to = to;
  }

  protected override makesSense(model: LinkModel): boolean {
    return this.to === "hours" || (model.granted !== undefined && model.is("pending"));
  }

  protected override details(): string[] {
    return [this.to];
  }

  protected async take(model: LinkModel, world: World): Promise<void> {
    const { earliest = 0, latest = 0 } = model.granted ?? {};
    const isOpen = () => model.isInWindow(world.now(), world.now());
    const wasOpen = isOpen();
    const moments = {
      hours: world.now() + hours(5),
      "last second": earliest + confirmationWindow - edge,
      "a second too late": latest + confirmationWindow + edge,
    };
    await world.advanceTo(moments[this.to]);
    if (wasOpen && isOpen() === false && model.is("pending"))
      move(world, model, { trigger: "window_closes", facts: {} });
  }
}
