import { callForData, dataAnswers } from "../../run/calls-for-data.ts";
import { dataCalls } from "../../run/data-calls.ts";
import { readSettledStatus, type StatusReading, type statusReads } from "../../run/link-status.ts";
import type { World } from "../../run/world.ts";
import { LinkCommand } from "./command.ts";
import { fitsModel, judgeReading } from "./judge-reading.ts";
import type { LinkModel } from "./link-model.ts";
import type { LinkName } from "./link-models.ts";

/** The partner reads the status, at either address. */
export class ReadStatus extends LinkCommand {
  readonly operation: (typeof statusReads)[number];

  constructor(link: LinkName, operation: ReadStatus["operation"]) {
    super(link);
    this.operation = operation;
  }

  protected override details(): string[] {
    return [this.operation];
  }

  protected async take(model: LinkModel, world: World): Promise<void> {
    const fits = (found: StatusReading) => fitsModel(model, found);
    judgeReading(world, model, await readSettledStatus(world, model.id, fits, this.operation), this.operation);
  }
}

/** The system user, who belongs to one application, makes a data call. */
export class CallForData extends LinkCommand {
  readonly operation: string;

  constructor(link: LinkName, operation: string) {
    super(link);
    this.operation = operation;
  }

  protected override makesSense(): boolean {
    return this.link === "here" || this.link === "there";
  }

  protected override details(): string[] {
    return [this.operation];
  }

  protected async take(model: LinkModel, world: World): Promise<void> {
    if (world.target.credentials.system_user_token === undefined) return;
    const isServed = world.run.served.has(this.operation);
    const call = (expected: "served" | "refused") => callForData(world, this.operation, model.id.location, expected);
    if (model.is("active")) world.checkStatus("INST-18", await call("served"), ...dataAnswers.served);
    else if (isServed && model.is("uninstalled", "pending") && !model.wasActive && !model.hasEnded)
      world.checkStatus("INST-17", await call("refused"), ...dataAnswers.refused);
    else
      await world.request(this.operation, {
        ...dataCalls[this.operation]?.(model.id.location, world.now()),
        as: "system_user_token",
      });
  }
}
