/**
 * Every time that a certification waits, watches or judges by and that the specification does not give, in seconds, with its reason. What the
 * specification gives is in specs/limits.yaml, and what an application may need longer for is in its profile (`patience`).
 */
export const times = {
  /** Between two looks at what has arrived: a tenth of the shortest time that is judged. */
  lookEvery: 0.1,
  /** Between two looks at what became of lifecycle events: the next step waits for them, and several may wait at once. */
  deliveryLookEvery: 0.05,
  /** A request may take so long to arrive and be answered: after 30 seconds the platform closes the connection. */
  maxRequest: 35,
  /** Without a request for so long, an application has settled: longer than pauses that keep the rate. */
  settledAfter: 0.8,
  /** An application that never settles is waited for so long: some go on reading something for ever. Once it is known, it is not waited for. */
  maxSettling: 6,
  /** A wait takes at most so much longer because this process was kept from running: a certification has to end on a busy machine too. */
  maxDelay: 30,
  /** And at most so many times as long. */
  slowestWait: 3,
  /** A certification has to end within a minute and a half: beyond this nothing is repeated, and an application that has failed is not tried. */
  triedFor: 75,
  /** That may take so many times as long because this process was kept from running: two minutes at most. */
  slowestTrial: 1.6,
  /** The choice of the platform that a failure depends on is looked for so long, by playing its scenario again: what is not distinguished by then is named together. */
  tracedFor: 20,
  /** Between two questions whether it has failed, which reads everything that was sent. */
  failureAskedEvery: 2,
  /** So many seconds of requests are counted to say a flood. */
  flood: 2,
  /** Unfinished work is waited for in the end: at least for as long as a pause between two tries, and while the application is still at work. */
  undone: { min: 5, max: 30 },
  /** It may take so long until it is known that a process has ended. */
  endNoticed: 0.5,
  /** A request that gets no answer so shortly before the application is known to be gone gets none because of that: longer than a webhook is waited for. */
  goneWithin: 20,

  /** The platform may take so long to answer the certifier: on a busy machine it waits for its turn. */
  ownAnswer: 60,
  /** A person has so long for each task: enough to find the way through an application by hand. */
  forPeople: 300,
  /** A callback that has begun to arrive is waited for so long. */
  callbackArrives: 5,
  /** Owners come so long after each other: some at once, but not all in the same second. */
  betweenOwners: 0.4,
  /** A Location leaves so long after a list is read again: within the list, however short. */
  leavesBeside: 0.5,
  /** An application has so long to deal with having been uninstalled before its owner comes back. */
  forgets: 0.3,
  /** Locations leave and come back for so long: one that is slow to answer does so less often. */
  returns: 15,

  /** For so long an application may be busy with a webhook. */
  busyAfterWebhook: 60,
  /** With each webhook it is waited for so much longer: it may read something for each, at a modest pace. */
  busyForWebhook: 0.5,
  /** For so long after a 429 an application may hold its v3 requests for all Locations: longer than any wait that is named. */
  heldAfter429: 15,
  /** Nothing comes for so long after everything was read: who goes on, goes on by then. */
  idleAfterLast: 0.5,
  /** An application that declines because it is busy is asked again after so long. */
  askedAgainAfter: 2,
  /** And again for so long, or longer while it is at work: some work is over then. */
  declines: 10,
  /** An application may take so long to begin what it was asked for: some gather their work first. */
  begins: 15,
  /** Reading may take so long to begin before something happens meanwhile. */
  beginsToRead: 3,
  /** A walk may take so long to begin before a freeze interrupts it. */
  beginsToWalk: 4,
  /** A 429 names so long a wait to a walk whose link then ends: the walk must not go on after it, however late the end is acknowledged. */
  heldWhileEnding: 9,
  /** A request that comes so long after another belongs to another walk. */
  betweenWalks: 5,

  /** An application is watched for so long after its callback was refused: a loop with pauses of two seconds shows, and a few tries with such pauses are over. */
  watchedRefused: 12,
  /** One that may never stop is watched so much longer: ten tries, say, come to an end by then. */
  watchedLonger: 15,
  /** An application is watched for so long after its callback failed: a storm shows. */
  watchedFailed: 5,
  /** Callbacks are counted for so long to say a storm: a watch takes longer where this process was kept from running, and more retries come in it. */
  storm: 8,
  /** So shortly after its last callback an application is still sending: twice as long as usual pauses. */
  stillSending: 4,
  /** So shortly after its last try an application is still at it, however short its quiet time is. */
  stillTrying: 3,
  /** Callbacks that go on for so long are more than a burst. */
  endlessAfter: 10,

  /** The platform may need so much longer to say of an answer than the answer may take. */
  deliveryNoticed: 2,
  /** An application that is not judged by it has so long to acknowledge that its links ended. */
  clearedUp: 5,
  /** The next of several webhooks in a row waits so long for the answer to the one before. */
  betweenWebhooks: 0.5,
  /** Hundreds of webhooks are sent for so long, or for as long as there is time left, and at least for the second: one that is slow to answer takes fewer. */
  hundredsOfWebhooks: { usual: 10, least: 3 },
  /** A slow webhook takes so long to arrive: longer than impatient servers wait. */
  slowWebhook: 2.5,
  /** Another webhook comes so long after the beginning of a slow one. */
  besideSlowWebhook: 0.5,

  /** A request may come so much earlier than a wait allows: clocks and timers are not exact. */
  timerSlack: 0.25,
  /** An application that goes on for so long once it had to stop has not stopped, however much this process was kept from running before. */
  goesOn: 1,
  /** A request that was sent beside a refused one may take so long to arrive. */
  underWay: 0.2,
  /** An application may wait so much longer than a 429 says before it counts as having given up. */
  resumes: 10,
  /** An application may wait so long after a refused cursor before it counts as having given up. */
  restarts: 10,
} as const;

/** A time of the table in milliseconds. */
export const milliseconds = (seconds: number): number => seconds * 1000;
