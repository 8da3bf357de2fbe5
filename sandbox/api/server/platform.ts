import { Clock } from "../../world/clock.ts";
import type { WorldContext } from "../../world/context.ts";
import { createCursorKey } from "../../world/cursors.ts";
import type { Fixed } from "../../world/people.ts";
import type { StoredDelivery } from "../../world/state.ts";
import type { Store } from "../../world/store.ts";
import { Dispatcher } from "../../world/webhooks.ts";
import { SandboxWorld } from "../../world/world.ts";
import type { Behaviour } from "../call/behaviour.ts";
import { specified } from "../specified.ts";
import { Arrivals } from "./arrivals.ts";
import { Overrides } from "./overrides.ts";
import { RateLimit } from "./rate-limit.ts";
import { Router } from "./router.ts";
import { Shares } from "./shares.ts";
import { Traffic } from "./traffic.ts";

/** How a platform is set up. */
export interface PlatformOptions {
  seed?: number;
  clock?: "frozen" | "running";
  /** The real time, in milliseconds since 1970; the system's, unless another is given. */
  now?: () => number;
  behaviour?: Behaviour;
  fixed?: Fixed;
  store?: Store;
  /** The time that an advancing clock waits for a receiver of webhooks, in milliseconds of real time. */
  courtesy?: number | undefined;
  /** Hears of each webhook that is queued, and of what becomes of it. */
  onDelivery?: (delivery: StoredDelivery) => void;
}

/** The maximum of bytes that requests may hold which are not answered yet. */
const maxUnderWay = { all: 64_000_000, credential: 32_000_000, connection: 8_000_000 };

export interface PlatformContext extends WorldContext {
  behaviour: Behaviour;
}

/** The running platform: one world at a time, and everything that outlives it. */
export class Platform {
  readonly behaviour: Behaviour;
  readonly clock: Clock;
  readonly router: Router;
  readonly traffic: Traffic;
  readonly arrivals: Arrivals;
  readonly underWay = new Shares(maxUnderWay);
  readonly overrides = new Overrides();
  rates = new RateLimit();
  context: PlatformContext;
  readonly #fixed: Fixed;
  readonly #store: Store | undefined;
  readonly #courtesy: number | undefined;
  readonly #cursorKey = createCursorKey();
  readonly #onDelivery: PlatformOptions["onDelivery"];

  constructor({ onDelivery, ...options }: PlatformOptions = {}) {
    const { seed = 1, clock = "running", behaviour = specified(), fixed = {}, store, courtesy } = options;
    const kept = store?.load();
    this.#onDelivery = onDelivery;
    this.behaviour = behaviour;
    this.clock = new Clock(clock, kept?.now, options.now);
    this.traffic = new Traffic(options.now);
    this.arrivals = new Arrivals(options.now);
    this.router = new Router(behaviour.routes);
    this.#fixed = fixed;
    this.#store = store;
    this.#courtesy = courtesy;
    this.context = this.#contextOf(
      kept ? new SandboxWorld(kept, fixed) : SandboxWorld.fresh(seed, this.clock.now(), fixed),
    );
    // A file that cannot be written is reported at the start, before anybody relies on it.
    this.save();
    this.context.webhooks.resume();
  }

  get world(): SandboxWorld {
    return this.context.world;
  }

  /** Starts a fresh world; the clock goes on. */
  reset(seed: number): void {
    this.end();
    this.rates = new RateLimit();
    this.traffic.clear();
    this.overrides.clear();
    this.context = this.#contextOf(SandboxWorld.fresh(seed, this.clock.now(), this.#fixed));
    this.save();
  }

  /** Saves the state, if there is a store; called before a change is answered. */
  save(): void {
    if (!this.#store) return;
    this.world.state.now = this.clock.now();
    this.#store.save(this.world.state);
  }

  /** Aborts everything that is under way. */
  end(): void {
    this.context.webhooks.end();
    this.clock.clear();
  }

  /** No one waits for an answer here, so a state that cannot be saved is only logged. */
  #saveOrLog(): void {
    try {
      this.save();
    } catch (error) {
      console.error("sandbox: could not save its state:", error);
    }
  }

  #contextOf(world: SandboxWorld): PlatformContext {
    const { clock, behaviour } = this;
    const webhooks = new Dispatcher(world, clock, behaviour, {
      onChange: () => this.#saveOrLog(),
      courtesy: this.#courtesy,
      onDelivery: (delivery) => this.#onDelivery?.(delivery),
    });
    return { world, clock, behaviour, webhooks, cursorKey: this.#cursorKey };
  }
}
