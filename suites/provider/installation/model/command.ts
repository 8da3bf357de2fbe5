import type fc from "fast-check";
import type { World } from "../../run/world.ts";
import type { LinkModel } from "./link-model.ts";
import type { LinkModels, LinkName } from "./link-models.ts";

/** What commands act on beside the models: the provider, through a world. */
export interface Provider {
  world: World;
}

/** One step at one link, as fast-check generates it. */
export abstract class LinkCommand implements fc.AsyncCommand<LinkModels, Provider> {
  readonly link: LinkName;

  constructor(link: LinkName) {
    this.link = link;
  }

  check(models: Readonly<LinkModels>): boolean {
    const model = models[this.link];
    return model !== undefined && this.makesSense(model);
  }

  run(models: LinkModels, { world }: Provider): Promise<void> {
    const model = models[this.link];
    return model ? this.take(model, world) : Promise.resolve();
  }

  toString(): string {
    return `${this.constructor.name}(${[this.link, ...this.details()].join(", ")})`;
  }

  /** Whether the step is worth taking at a link. */
  protected makesSense(_model: LinkModel): boolean {
    return true;
  }

  /** What a shrunk example tells of the step beside its link. */
  protected details(): string[] {
    return [];
  }

  /** Takes the step on the provider, and moves the model on. */
  protected abstract take(model: LinkModel, world: World): Promise<void>;
}
