// Notices to partners' addresses: about records that change, and about apps that are suspended or switched off.

/** The time that a receiver has, by the platform's clock; and how long the clock waits for it in real time before it moves on. */
const receiverTime = 15_000;
const realTime = 400;

/** The resource that a notice of each topic names. */
const resources = {
  branch: "salon",
  employee: "master",
  service: "service",
  "service category": "service_category",
  customer: "client",
  appointment: "record",
  card: "loyalty_card",
  schedule: "schedule",
  product: "good",
  payment: "finances_operation",
};

const words = { added: "create", changed: "update", removed: "delete" };

/** A record of a branch changes; subscribers get a webhook after five seconds. */
export function touch(platform, branch, { topic, how, resource = resources[topic] }) {
  const notice = { resource, resource_id: platform.nextId(), status: words[how] };
  const { target, topics } = branch.subscription;
  const data = topic === "schedule" ? [] : { id: notice.resource_id, title: "A record" };
  if (target && topics.includes(topic)) post(platform, target, { company_id: branch.id, ...notice, data }, 5000);
  return notice;
}

/** An app learns what the platform did to its connection. */
export function notifyApp(platform, { app, branch }, happened) {
  if (app.target)
    post(platform, app.target, { type: happened, branch: branch.id, app: app.id, resource: happened }, 1000, true);
}

function post(platform, target, body, delay, isAboutApp = false) {
  const { clock } = platform;
  const { resource, ...rest } = body;
  const entry = {
    number: platform.outbox.length + 1,
    target,
    resource,
    about: rest.resource_id ?? null,
    queued: clock.iso(),
    sent: null,
    closed: null,
    state: "waiting",
    why: null,
  };
  platform.outbox.push(entry);
  clock.later(delay, () => send(platform, entry, JSON.stringify(isAboutApp ? rest : body)));
}

async function send(platform, entry, body) {
  const { clock } = platform;
  const give = new AbortController();
  entry.sent = clock.iso();
  const close = (state, why = null) => {
    if (entry.state !== "waiting") return;
    Object.assign(entry, { state, why, closed: clock.iso() });
  };
  clock.later(receiverTime, () => {
    close("lost", "no answer in 15 seconds");
    give.abort();
  });
  const answered = fetch(entry.target, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    redirect: "manual",
    signal: give.signal,
  }).then(
    ({ status }) => (status >= 200 && status < 300 ? close("done") : close("lost", `answered ${status}`)),
    (error) => close("lost", String(error.cause?.code ?? error.message)),
  );
  await Promise.race([answered, new Promise((over) => setTimeout(over, realTime))]);
}
