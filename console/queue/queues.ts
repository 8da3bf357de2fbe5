import type PgBoss from "pg-boss";

/** The time that a job may take before its lease ends, in seconds: several times what it takes. */
const leases = { certification: 1_200, watch: 3_600, short: 120 };

/** The time that an application is left alone after a run that died, in seconds: what it was still about must not be taken for the next run's. */
const settleTime = 10;

/** The queues. Those that judge take one job at a time for each subject, and try again what died; schedules are queues that a time of day fills. */
export const queues = {
  certify: { policy: "stately", retryLimit: 3, retryDelay: settleTime, expireInSeconds: leases.certification },
  watch: { policy: "stately", retryLimit: 3, retryDelay: settleTime, expireInSeconds: leases.watch },
  impact: { policy: "stately", retryLimit: 1, expireInSeconds: leases.certification },
  contracts: { policy: "stately", retryLimit: 3, retryDelay: settleTime, expireInSeconds: leases.certification },
  // Filled by an assay of the version before alone; messages have a table of their own.
  hook: { policy: "standard", retryLimit: 10, retryDelay: 15, retryBackoff: true, expireInSeconds: leases.short },
  nightly: { policy: "stately", retryLimit: 3, expireInSeconds: leases.short },
  hourly: { policy: "stately", retryLimit: 3, expireInSeconds: leases.short },
  daily: { policy: "stately", retryLimit: 3, expireInSeconds: leases.short },
  weekly: { policy: "stately", retryLimit: 3, expireInSeconds: leases.short },
} satisfies Record<string, Omit<PgBoss.Queue, "name">>;

export type QueueName = keyof typeof queues;

/** When schedules come round, in UTC: minutes that are not everybody's. */
export const schedules = {
  nightly: "17 2 * * *",
  hourly: "41 * * * *",
  daily: "23 3 * * *",
  weekly: "23 4 * * 0",
} satisfies Partial<Record<QueueName, string>>;
