import type { Grounds } from "./api/call.ts";
import { RateLimit } from "./api/server/rate-limit.ts";
import { Router } from "./api/server/router.ts";
import { type Behaviour, specified } from "./behaviour.ts";
import { Overrides } from "./control/overrides.ts";
import { Traffic } from "./control/traffic.ts";
import { Dispatcher } from "./webhooks.ts";
import { Clock } from "./world/clock.ts";
import { createCursorKey } from "./world/cursors.ts";
import type { Fixed } from "./world/people.ts";
import type { Store } from "./world/store.ts";
import { World } from "./world/world.ts";

/** How a platform is set up. */
export interface PlatformOptions {
  seed?: number;
  clock?: "frozen" | "running";
  behaviour?: Behaviour;
  fixed?: Fixed;
  store?: Store;
}

/** The running platform: one world at a time, and everything that outlives it. */
export class Platform {
  readonly behaviour: Behaviour;
  readonly clock: Clock;
  readonly router: Router;
  readonly traffic = new Traffic();
  readonly overrides = new Overrides();
  rates = new RateLimit();
  grounds: Grounds;
  readonly #fixed: Fixed;
  readonly #store: Store | undefined;
  readonly #cursorKey = createCursorKey();

  constructor({ seed = 1, clock = "running", behaviour = specified(), fixed = {}, store }: PlatformOptions = {}) {
    const kept = store?.load();
    this.behaviour = behaviour;
    this.clock = new Clock(clock, kept?.now);
    this.router = new Router(behaviour.routes);
    this.#fixed = fixed;
    this.#store = store;
    this.grounds = this.#groundsOf(kept ? new World(kept, fixed) : World.fresh(seed, this.clock.now(), fixed));
    // A file that cannot be written is told before anybody relies on it.
    this.keep();
    this.grounds.webhooks.resume();
  }

  get world(): World {
    return this.grounds.world;
  }

  /** Forgets everything and starts a fresh world; the clock goes on. */
  reset(seed: number): void {
    this.end();
    this.rates = new RateLimit();
    this.traffic.clear();
    this.overrides.clear();
    this.grounds = this.#groundsOf(World.fresh(seed, this.clock.now(), this.#fixed));
    this.keep();
  }

  /** Writes down what changed, before it is answered. */
  keep(): void {
    if (!this.#store) return;
    this.world.state.now = this.clock.now();
    this.#store.save(this.world.state);
  }

  /** Where nobody waits for an answer, a state that cannot be written is told in the log alone. */
  #keepQuietly(): void {
    try {
      this.keep();
    } catch (error) {
      console.error("sandbox: the state cannot be written:", error);
    }
  }

  /** Gives up what is under way. */
  end(): void {
    this.grounds.webhooks.end();
    this.clock.clear();
  }

  #groundsOf(world: World): Grounds {
    const { clock, behaviour } = this;
    const webhooks = new Dispatcher(world, clock, behaviour, () => this.#keepQuietly());
    return { world, clock, behaviour, webhooks, cursorKey: this.#cursorKey };
  }
}
