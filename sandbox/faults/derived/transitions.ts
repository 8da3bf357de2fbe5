import { type InstallState, loadInstallMachine, type Transition } from "../../../specs/install-machine.ts";
import { type MachineRow, transitions } from "../../world/transitions.ts";
import { forbidding, isSystemUser } from "../changes/access.ts";
import type { BehaviourChange } from "../changes/fault.ts";
import type { DerivedFault } from "./derived-fault.ts";

/** One effect of a transition that does not happen, or happens otherwise. */
interface WrongEffect {
  wrong: string;
  breaks: string;
  /** The mistake in the sandbox's row; or another change. */
  patch?: Partial<MachineRow>;
  change?: BehaviourChange;
}

/** Where the state of a link and its log are read. */
const statusPaths = ["/marketplace/salon/{location_id}/application/{application_id}"];

const states = Object.keys(loadInstallMachine().states) as InstallState[];

/** The statuses that an answer may have where another is promised. */
const statuses = [200, 201, 400, 401, 403, 404, 409];

/** The sandbox's row for a transition from a state; none where something else than the install machine decides it. */
const rowOf = ({ on, when }: Transition, from: InstallState): MachineRow | undefined =>
  transitions.find(
    (row) =>
      row.on === on &&
      (row.from === from || row.from === "any") &&
      (row.when === when || (when === "out of window" && row.id === "confirm late")),
  );

/** A row that holds from one state alone, before the row itself. */
const rowFrom =
  (id: string, from: InstallState, patch: Partial<MachineRow>): BehaviourChange =>
  () =>
  (behaviour) => ({
    ...behaviour,
    transitions: behaviour.transitions.flatMap((row) => (row.id === id ? [{ ...row, ...patch, from }, row] : [row])),
  });

/** The states that a transition does not allow afterwards. */
function forbiddenStates({ to, not }: Transition, from: InstallState): InstallState[] {
  if (to === "unknown") return not ?? [];
  const allowed = to === "same" ? [from] : to;
  return states.filter((state) => !allowed.includes(state));
}

/** Refuses data calls at links whose last change was a certain one. */
const withoutAccess = (from: InstallState, to: InstallState): BehaviourChange =>
  forbidding("userMay", (call, subject) => {
    const last = call.world.link(subject, call.caller.user.systemOf)?.logs.at(-1);
    return isSystemUser(call) && last?.status_from === from && last.status_to === to;
  });

/** Leaves Locations out of the list whose last change was a certain one. */
const unlisted =
  (from: InstallState, to: InstallState): BehaviourChange =>
  () =>
  (behaviour) => ({
    ...behaviour,
    replies: [
      ...behaviour.replies,
      (answer, call) => {
        if (call.operation !== "listConnectedLocations" || answer.status !== 200) return answer;
        const text = answer.bytes ? answer.bytes.toString() : JSON.stringify(answer.body);
        const whole = JSON.parse(text) as { data: { id: number }[] };
        const application = Number(call.path.application_id);
        const data = whole.data.filter(({ id }) => {
          const last = call.world.link(id, application)?.logs.at(-1);
          return !(last?.status_from === from && last.status_to === to);
        });
        return { status: 200, body: { ...whole, data } };
      },
    ],
  });

/** Every effect of a transition, wrong in every way. */
function wrongEffects(transition: Transition, from: InstallState, row: MachineRow): WrongEffect[] {
  const { requirement, answers, emits, restarts, open } = transition;
  const to = row.to === "same" ? from : row.to;
  const isLogged = !open && to !== from && to !== "uninstalled";
  return [
    ...(answers ? statuses.filter((status) => !answers.includes(status)) : []).map(
      (status): WrongEffect => ({ wrong: `answers ${status}`, breaks: requirement, patch: { answers: status } }),
    ),
    ...forbiddenStates(transition, from).map(
      (state): WrongEffect => ({
        wrong: state === from ? "changes no state" : `leads to ${state}`,
        breaks: requirement,
        patch: { to: state },
      }),
    ),
    ...(to === from || open
      ? []
      : [
          {
            wrong: "is not logged",
            breaks: from === "uninstalled" ? "STAT-7" : "STAT-6",
            patch: { unlogged: true } as const,
          },
        ]),
    ...(isLogged ? [{ wrong: "is logged from another status", breaks: "STAT-6", change: loggedFrom(from, to) }] : []),
    ...(emits
      ? [{ wrong: "sends no event", breaks: emits === "freeze" ? "LIFE-1" : "LIFE-2", patch: { emits: undefined } }]
      : []),
    ...(emits
      ? [
          {
            wrong: "sends the other event",
            breaks: emits === "freeze" ? "LIFE-1" : "LIFE-2",
            patch: { emits: other[emits] },
          },
        ]
      : (open ? [] : (["freeze", "uninstall"] as const)).map((event) => ({
          wrong: `sends the event ${event}`,
          breaks: "LIFE-8",
          patch: { emits: event },
        }))),
    ...(restarts
      ? [{ wrong: "does not restart the window", breaks: requirement, patch: { restartsWindow: false } }]
      : []),
    ...(to === "active" && to !== from
      ? [
          { wrong: "gives no access", breaks: "INST-18", change: withoutAccess(from, to) },
          { wrong: "lists no Location", breaks: "LOC-8", change: unlisted(from, to) },
        ]
      : []),
  ];
}

const other = { freeze: "uninstall", uninstall: "freeze" } as const;

/** Logs a change with another status that was left. */
const loggedFrom =
  (from: InstallState, to: InstallState): BehaviourChange =>
  () =>
  (behaviour) => ({
    ...behaviour,
    replies: [
      ...behaviour.replies,
      (answer) => {
        const body = answer.body as { data?: { logs?: { status_from: string; status_to: string }[] } } | undefined;
        if (!body?.data?.logs) return answer;
        const logs = body.data.logs.map((entry) =>
          entry.status_from === from && entry.status_to === to ? { ...entry, status_from: to } : entry,
        );
        return { ...answer, body: { ...body, data: { ...body.data, logs } } };
      },
    ],
  });

/** Each transition of the install machine, from each state, without one of its effects or with a wrong one. */
export const transitionFaults = (): DerivedFault[] =>
  loadInstallMachine().transitions.flatMap((transition) =>
    transition.from.flatMap((from) => {
      const row = rowOf(transition, from);
      if (!row) return [];
      return wrongEffects(transition, from, row).map(({ wrong, breaks, patch, change }): DerivedFault => {
        const place = `${transition.id} from ${from}`;
        return {
          name: `${place} ${wrong}`,
          kind: "transition",
          wrong,
          breaks,
          above: [transition.requirement, "LIFE-8"],
          paths: statusPaths,
          place,
          change: (onShown) => {
            onShown();
            return change ?? rowFrom(row.id, from, patch ?? {});
          },
        };
      });
    }),
  );
