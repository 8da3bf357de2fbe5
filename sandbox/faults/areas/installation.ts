import { fieldsOf } from "../../../base/json.ts";
import type { InstallState } from "../../../specs/install-machine.ts";
import type { ApiCall } from "../../api/call/call.ts";
import { succeeded } from "../../api/call/replies.ts";
import { confirmInstallation } from "../../api/handlers/installation.ts";
import { hours, seconds } from "../../world/data/durations.ts";
import type { StoredLink } from "../../world/state.ts";
import { access, allowing, forbidding, isSystemUser, misanswering } from "../changes/access.ts";
import { dataPatch } from "../changes/data.ts";
import { all, type BehaviourChange, breaks, type Faults, subtly } from "../changes/fault.ts";
import { connection } from "../changes/installation-status.ts";
import { dataCalls } from "../changes/operations.ts";
import { replyIf } from "../changes/replies.ts";
import { anotherRoute, asking, doing, handling, refusing, refusingIf, route, withoutRoute } from "../changes/routes.ts";
import { firstRow, guard, policy, row } from "../changes/world.ts";

/** True if another application has a link at the Location of a grant. */
const hasAnotherLink = ({ world, path }: ApiCall): boolean =>
  Object.values(world.state.links).some(
    ({ locationId, applicationId }) =>
      locationId === Number(path.company_id) && applicationId !== Number(path.application_id),
  );

/** True if a grant names an application that is a draft. */
const namesDraft = ({ path, world }: ApiCall): boolean =>
  world.people.applications.get(Number(path.application_id))?.isDraft ?? false;

/** The link of a system user's application at a Location. */
const linkOfSystemUser = ({ world, caller }: ApiCall, locationId: number): StoredLink | undefined =>
  world.link(locationId, caller.user.systemOf);

/** True if a link has ended that was in a certain state. */
const hasEndedFrom = (link: StoredLink | undefined, state: InstallState): boolean =>
  link?.state === "uninstalled" && link.logs.at(-1)?.status_from === state;

/** A callback also makes a link active that has ended. */
const confirmingEnded = (state: InstallState): BehaviourChange =>
  handling("confirmInstallation", (handle) => (call) => {
    const { salon_id, application_id } = (call.body ?? {}) as Record<string, number>;
    const link = call.world.link(salon_id, application_id);
    if (link && hasEndedFrom(link, state)) link.state = "active";
    return handle(call);
  });

/** A callback also makes other links active that are pending. */
const confirmingOthers = (
  isAffected: (own: Pick<StoredLink, "locationId" | "applicationId">, other: StoredLink) => boolean,
): BehaviourChange =>
  handling("confirmInstallation", (handle) => (call) => {
    const { salon_id: locationId = 0, application_id: applicationId = 0 } = (call.body ?? {}) as Record<string, number>;
    for (const link of Object.values(call.world.state.links))
      if (link.state === "pending" && isAffected({ locationId, applicationId }, link)) link.state = "active";
    return handle(call);
  });

/** The callback takes any partner token. */
const callbackTakesAnyToken = all(
  allowing("partnerIsKnown", ({ operation }) => operation === "confirmInstallation"),
  access({ partnerOwns: () => true }),
);

/** Confirms another pending link where the one that a callback names is not pending. */
const confirmingInstead = (isAffected: (body: Record<string, unknown>, link: StoredLink) => boolean): BehaviourChange =>
  asking("confirmInstallation", ({ body, world }) => {
    const fields = fieldsOf(body);
    const pending = Object.values(world.state.links).filter(({ state }) => state === "pending");
    const isOwn = pending.some(
      ({ locationId, applicationId }) => locationId === fields.salon_id && applicationId === fields.application_id,
    );
    const other = pending.find((link) => isAffected(fields, link));
    return isOwn || !other ? {} : { body: { salon_id: other.locationId, application_id: other.applicationId } };
  });

export const installationFaults: Faults = {
  "grant_access answers 200": breaks("INST-1", row("connect", { answers: 200 })),
  "grant_access links nothing": breaks("INST-1", row("connect", { to: "same" })),
  "every installation is fast": breaks(
    "INST-1",
    guard("fast install", () => true),
  ),
  "a second application cannot be connected": subtly("INST-1", refusingIf("grantAccess", 409, hasAnotherLink)),
  "anybody with a token may grant": breaks(
    "INST-2",
    guard("may not manage user rights", () => false),
  ),
  "a lacking right is unauthenticated": breaks("INST-2", row("refuse right", { answers: 401 })),
  "a refused grant links all the same": subtly("INST-2", row("refuse right", { from: "uninstalled", to: "pending" })),
  "the window is an hour short": breaks(
    "INST-3",
    policy(({ confirmWithin }) => ({ confirmWithin: confirmWithin - hours(1) })),
  ),
  "the window ends a moment early": subtly(
    "INST-3",
    policy(({ confirmWithin }) => ({ confirmWithin: confirmWithin - seconds(1.5) })),
  ),
  "a repeated callback makes the link pending": breaks("INST-40", row("confirm again", { to: "pending" })),
  "the callback answers 200": breaks("INST-3", row("confirm", { answers: 200 })),
  "the callback changes nothing": breaks("INST-3", row("confirm", { to: "same" })),
  "the window never closes": breaks("INST-4", policy({ confirmWithin: Number.POSITIVE_INFINITY })),
  "the window closes a moment late": subtly(
    "INST-4",
    policy(({ confirmWithin }) => ({ confirmWithin: confirmWithin + seconds(1.5) })),
  ),
  "a late callback is refused and confirms": subtly("INST-4", row("confirm late", { to: "active" })),
  "an unconfirmed link is dropped": breaks("INST-5", row("lapse", { to: "uninstalled" })),
  "an unconfirmed link becomes active": breaks("INST-5", row("lapse", { to: "active" })),
  "a callback for another application confirms what is pending at its Location": subtly(
    "INST-5",
    confirmingInstead(({ salon_id }, { locationId }) => locationId === salon_id),
  ),
  "a callback for another Location confirms what is pending elsewhere": subtly(
    "INST-5",
    confirmingInstead(({ application_id }, { applicationId }) => applicationId === application_id),
  ),
  "reconnecting does not open the window again": breaks("INST-6", row("reconnect", { restartsWindow: false })),
  "reconnecting is a conflict": breaks("INST-6", row("reconnect", { answers: 409 })),
  "reconnecting after the window is refused": subtly(
    "INST-6",
    firstRow({
      id: "too late",
      from: "pending",
      on: "grant_access",
      when: "out of window",
      to: "same",
      answers: 403,
    }),
  ),
  "fast install waits for the callback": breaks(
    "INST-7",
    guard("fast install", () => false),
  ),
  "fast install answers 200": breaks("INST-7", row("fast install", { answers: 200 })),
  "blocked Locations install": breaks(
    "INST-8",
    guard("installation is blocked", () => false),
  ),
  "a blocked Location is not found": breaks("INST-8", row("refuse blocked", { answers: 404 })),
  "a blocked Location is refused and linked": subtly(
    "INST-8",
    row("refuse blocked", { from: "uninstalled", to: "pending" }),
  ),
  "the callback works on the main host": breaks("INST-10", anotherRoute("confirmInstallation", { at: "base_url" })),
  "the callback on the main host is denied": breaks(
    "INST-10",
    anotherRoute("confirmInstallation", { at: "base_url", handle: refusing(403) }),
  ),
  "the callback on the main host is not found and confirms": subtly(
    "INST-10",
    anotherRoute("confirmInstallation", { at: "base_url", handle: doing(confirmInstallation, 404) }),
  ),
  "a callback that nobody asked for installs": breaks(
    "INST-11",
    row("confirm unasked", { to: "active", answers: 201 }),
  ),
  "an unasked callback is refused and installs": subtly("INST-11", row("confirm unasked", { to: "active" })),
  "a callback confirms what was uninstalled while pending": subtly("INST-11", confirmingEnded("pending")),
  "a callback confirms what was ended while freezed": subtly("INST-11", confirmingEnded("freezed")),
  "a callback confirms every link of its Location": subtly(
    "INST-5",
    confirmingOthers((own, other) => own.locationId === other.locationId),
  ),
  "a callback confirms every link of its application": subtly(
    "INST-5",
    confirmingOthers((own, other) => own.applicationId === other.applicationId),
  ),
  "an unasked callback confirms another application": subtly(
    "INST-11",
    confirmingOthers(() => true),
  ),
  "freezing changes nothing": breaks("INST-12", row("freeze", { to: "same" })),
  "freezing makes pending": breaks("INST-12", row("freeze", { to: "pending" })),
  "uninstalling changes nothing": breaks("INST-13", row("uninstall active", { to: "same" })),
  "uninstalling a freezed link revives it": subtly("INST-13", row("uninstall freezed", { to: "active" })),
  "disabling changes nothing": breaks("INST-14", row("disable active", { to: "same" })),
  "disabling a pending link confirms it": subtly("INST-14", row("disable pending", { to: "active" })),
  "data calls work while pending": breaks("INST-17", access({ dataStates: ["active", "pending"] })),
  "data calls work without a link": breaks("INST-17", access({ dataStates: ["active", undefined] })),
  "clients are served while pending": subtly(
    "INST-17",
    allowing(
      "userMay",
      ({ operation, world, caller }, locationId) =>
        operation === "listClients" && world.link(locationId, caller.user.systemOf)?.state === "pending",
    ),
  ),
  "a client is served by its id without a link": subtly(
    "INST-17",
    allowing("userMay", (call) => call.operation === "listClients" && call.query.has("id") && isSystemUser(call)),
  ),
  "another application's link opens data calls": subtly(
    "INST-17",
    allowing(
      "userMay",
      (call, locationId) =>
        dataCalls.includes(call.operation) &&
        isSystemUser(call) &&
        Object.values(call.world.state.links).some((link) => link.locationId === locationId && link.state === "active"),
    ),
  ),
  "data calls before the link are not found": subtly(
    "INST-17",
    misanswering("userMay", 404, (call) => dataCalls.includes(call.operation) && isSystemUser(call)),
  ),
  "data calls work once the window has closed": subtly(
    "INST-17",
    allowing("userMay", (call, locationId) => {
      const link = linkOfSystemUser(call, locationId);
      return link?.state === "pending" && call.clock.now() - link.grantedAt > call.behaviour.policy.confirmWithin;
    }),
  ),
  "data calls work after a reconnect": subtly(
    "INST-17",
    allowing("userMay", (call, locationId) => {
      const link = linkOfSystemUser(call, locationId);
      return link?.state === "pending" && link.grantedAt > link.createdAt;
    }),
  ),
  "data calls work after a freezed link has ended": subtly(
    "INST-17",
    allowing("userMay", (call, locationId) => hasEndedFrom(linkOfSystemUser(call, locationId), "freezed")),
  ),
  "data calls work after a pending link has ended": subtly(
    "INST-17",
    allowing("userMay", (call, locationId) => hasEndedFrom(linkOfSystemUser(call, locationId), "pending")),
  ),
  "data calls stay refused after a reconnect": subtly(
    "INST-18",
    forbidding("userMay", (call, locationId) => {
      const link = linkOfSystemUser(call, locationId);
      return link !== undefined && link.grantedAt > link.createdAt;
    }),
  ),
  "data calls never work": breaks("INST-18", access({ dataStates: [] })),
  "calls stay refused when active": subtly(
    "INST-18",
    forbidding("userMay", (call) => call.operation === "listCalls" && isSystemUser(call)),
  ),
  "a draft cannot be installed": breaks(
    "INST-20",
    guard("draft off its test Location", ({ application }) => application.isDraft),
  ),
  "a draft has a store card": breaks("INST-22", route("readStoreCard", { handle: () => succeeded({}) })),
  "the store card of a draft is denied": subtly(
    "INST-22",
    replyIf(
      "readStoreCard",
      (answer) => answer.status === 404,
      (answer) => ({ ...answer, status: 403 }),
    ),
  ),
  "a draft answers 200": subtly(
    "INST-20",
    replyIf(
      "grantAccess",
      (answer, call) => answer.status === 201 && namesDraft(call),
      (answer) => ({ ...answer, status: 200 }),
    ),
  ),
  "the main host's status is stale": breaks(
    "INST-26",
    connection(() => ({ status: "pending" }), ["readInstallationStatus"]),
  ),
  "the callback host has no status": breaks("INST-26", withoutRoute("readInstallationStatusInFlow")),
  "the callback host tells another creation": subtly(
    "INST-26",
    connection(() => ({ created_at: "2020-01-01 00:00:00" }), ["readInstallationStatusInFlow"]),
  ),
  "the callback host does not know of freezes": subtly(
    "INST-26",
    connection(({ status }) => (status === "freezed" ? { status: "active" } : {}), ["readInstallationStatusInFlow"]),
  ),
  "the callback host has no log": subtly("INST-26", dataPatch("readInstallationStatusInFlow", { logs: [] })),
  "companies are denied to system users": breaks("INST-27", refusingIf("listCompanies", 403, isSystemUser)),
  "companies are denied once another link is freezed": subtly(
    "INST-27",
    refusingIf("listCompanies", 403, (call) => {
      const links = Object.values(call.world.state.links);
      const { systemOf } = call.caller.user;
      return links.some(({ applicationId, state }) => applicationId === systemOf && state === "freezed");
    }),
  ),
  "a callback with a wrong token confirms": breaks("INST-39", callbackTakesAnyToken),
  "a callback with a wrong token is refused and confirms": subtly(
    "INST-39",
    all(
      callbackTakesAnyToken,
      handling(
        "confirmInstallation",
        (handle) => (call) =>
          call.world.people.partners.has(call.caller.partner) ? handle(call) : doing(handle, 401)(call),
      ),
    ),
  ),
};
