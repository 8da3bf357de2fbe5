const smallBounds = "its bounds are small, so a busy machine may reach one without the target's help";
const ownProcesses =
  "applications run in processes of their own, with little patience, on ports that they share with others";

/** The tests that are tried twice more when they fail, by title, each with its reason: at most ten. No other test is, and a run prints those that it has. */
export const repeatable = {
  "a target that %s is judged to the end": smallBounds,
  "a target that asks for a wait of %s is not obeyed": smallBounds,
  'the variant "%s" is found by the requirement that it breaks': ownProcesses,
  'the variant "%s" is found': ownProcesses,
  "an application that is %s is certified without a warning": ownProcesses,
  "the application in Python is certified for everything": ownProcesses,
  "a run stays under 400 MB where every answer is %s":
    "V8 decides when it collects garbage, and does so later on a busy machine",
  "certifications of good applications pass in time, idle and under load":
    "it measures how long certifications take, which other work on the machine delays",
} as const satisfies Record<string, string>;

/** Lets a test of this title be tried again. */
export const mayRepeat = (_title: keyof typeof repeatable): { retry: number } => ({ retry: 2 });
