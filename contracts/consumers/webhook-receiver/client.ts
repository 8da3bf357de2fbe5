/** A change of a record, as the mirror keeps it. */
interface RecordChange {
  location: string;
  resource: string;
  id: string;
  status: string;
}

interface WireWebhook {
  company_id: number | string;
  resource: string | number;
  resource_id: number | string;
  status: string | number;
}

/** Keeps a mirror of records up to date from the platform's webhooks, and answers each at once. */
export function createWebhookReceiver() {
  const changes: RecordChange[] = [];
  let isStatusStale = false;
  return {
    changes,
    /** True if installation statuses must be read again. */
    isStale: () => isStatusStale,

    /** Takes a webhook about a record; the specification does not show the types of its fields, so all are kept as text. */
    receive(contents: unknown): number {
      const { company_id, resource, resource_id, status } = contents as WireWebhook;
      changes.push({
        location: String(company_id),
        resource: String(resource),
        id: String(resource_id),
        status: String(status),
      });
      return 204;
    },

    /** Takes a lifecycle webhook; the specification does not show its payload, so whatever it says, statuses are read again. */
    receiveLifecycle(): number {
      isStatusStale = true;
      return 204;
    },
  };
}
