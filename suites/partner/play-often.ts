import type { FoundBreach, PlayedScenario, Recorder } from "./recorder.ts";

/** A breach, and how often it was found when the scenario was played again. */
interface RepeatedBreach {
  breach: FoundBreach;
  failed: number;
}

/**
 * Plays a scenario where something may be lost on the way: what goes wrong each time counts, and what does not is flaky. What a later play cannot
 * show, because it comes to an obstacle first, stays as it was found.
 */
export async function playOften(
  scenario: PlayedScenario,
  maxTries: number,
  recorder: Recorder,
  play: () => Promise<void>,
): Promise<void> {
  const first = await recorder.provisionally(scenario, play);
  const found = first.found.map((breach): RepeatedBreach => ({ breach, failed: 0 }));
  let { obstacle } = first;
  let of = 0;
  const isEachTime = ({ failed }: RepeatedBreach) => failed === of;
  for (; of + 1 < maxTries && found.some(isEachTime); of++) {
    const again = await recorder.provisionally(scenario, play);
    for (const each of found) {
      const [id] = each.breach;
      const isStill =
        again.found.some(([other]) => other === id) || (again.obstacle !== undefined && !again.judged.has(id));
      if (isStill) each.failed++;
    }
    obstacle = again.obstacle;
  }
  recorder.during(scenario, () => {
    for (const { breach, failed } of found)
      recorder.finding(breach[0], { ...breach[1], repeated: { failed, of: Math.max(of, 1) } });
  });
  if (obstacle) throw obstacle;
}
