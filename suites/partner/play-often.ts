import type { FoundBreach, PlayedScenario, Recorder } from "./recorder.ts";

/**
 * Plays a scenario where something may be lost on the way: only what goes wrong each time is held against the application. What a later play cannot
 * show, because it comes to an obstacle first, stays as it was found.
 */
export async function playOften(
  scenario: PlayedScenario,
  mostTries: number,
  recorder: Recorder,
  play: () => Promise<void>,
): Promise<void> {
  let { found, obstacle } = await recorder.provisionally(scenario, play);
  for (let tries = 1; tries < mostTries && found.length > 0; tries++) {
    const again = await recorder.provisionally(scenario, play);
    const isStill = ([id]: FoundBreach) =>
      again.found.some(([other]) => other === id) || (again.obstacle !== undefined && !again.judged.has(id));
    found = found.filter(isStill);
    obstacle = again.obstacle;
  }
  recorder.during(scenario, () => {
    for (const [id, finding] of found) recorder.finding(id, finding);
  });
  if (obstacle) throw obstacle;
}
