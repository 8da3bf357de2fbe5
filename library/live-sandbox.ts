import { seconds } from "../base/durations.ts";
import { type Control, httpControl } from "../harness/control/control.ts";
import type { TargetProfile } from "../harness/profiles/target-profile.ts";
import type { Timer } from "../harness/time/pace.ts";
import type { Sandbox } from "../sandbox/create-sandbox.ts";
import { authorityFile } from "./embedded.ts";

/** A sandbox as a live system shows itself: addresses, credentials and fixtures, and time that no one can move but anyone who started it. */
export interface LiveSandbox {
  profile: TargetProfile;
  /** The sandbox's own time: waiting lets it pass, so no one sleeps. */
  time: Timer;
  control: Control;
  /** Where its control protocol is, for anyone who acts as its people. */
  address: { url: string; token: string };
}

/** Makes a live target of a sandbox whose clock is frozen. */
export function liveSandbox({ urls, control: address, ownControl, platform, ca }: Sandbox): LiveSandbox {
  const { credentials, fixtures } = platform.world.people;
  const control = httpControl(ownControl);
  return {
    control,
    address,
    profile: {
      name: "live sandbox",
      urls: { ...urls },
      credentials: { ...credentials },
      fixtures: { ...fixtures },
      allow: { mutations: true },
      ...(ca ? { tls: { ca_file: authorityFile(ca) } } : {}),
    },
    time: {
      now: () => platform.clock.now(),
      wait: async (milliseconds) => void (await control.advance(Math.ceil(milliseconds / seconds(1)))),
    },
  };
}
