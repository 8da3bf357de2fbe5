/** Who sends a request, by the credential in its Authorization header; the first that is found there counts. */
const senders: readonly (readonly [credential: string, who: string])[] = [
  ["OWNER_USER_TOKEN", "the owner"],
  ["LIMITED_USER_TOKEN", "a user who may not manage users"],
  ["NO_ACCESS_USER_TOKEN", "a user without access"],
  ["SYSTEM_USER_TOKEN", "the application"],
  ["V3_OTHER_TOKEN", "another v3 client"],
  ["V3_UNSCOPED_TOKEN", "a v3 client without the scope"],
  ["V3_TOKEN", "the v3 client"],
  ["PARTNER_TOKEN", "the partner"],
];

/** Who sends a request with an Authorization header, whose tokens stand as the names of shell variables. */
export function senderOf(authorization: string | undefined): string {
  if (!authorization) return "a caller without a token";
  const found = senders.find(([credential]) => new RegExp(String.raw`\$\{?${credential}\b`).test(authorization));
  if (!found) return "a caller with a wrong token";
  const [credential, who] = found;
  return authorization.includes(`\${${credential}`) ? `a caller with almost the token of ${who}` : who;
}

/** Each operation as a deed, in words; a name in braces is a parameter of the path, or a field of the body. */
export const deeds: Readonly<Record<string, string>> = {
  grantAccess: "grants access to application {application_id} at Location {company_id}",
  confirmInstallation: "confirms application {application_id} at Location {salon_id}",
  readInstallationStatus: "reads the status of application {application_id} at Location {location_id}",
  readInstallationStatusInFlow:
    "reads the status of application {application_id} at Location {location_id} on the app host",
  listCompanies: "lists the companies",
  listConnectedLocations: "lists the Locations that connected application {application_id}",
  listCountries: "lists the countries",
  listCities: "lists the cities",
  listBusinessTypes: "lists the business types",
  listCalls: "lists the calls of Location {salon_id}",
  searchActivities: "searches the activities of Location {location_id}",
  searchActivityDates: "asks for the dates of activities of Location {location_id}",
  searchActivityDateRange: "asks for the range of dates of activities of Location {location_id}",
  listClients: "lists the clients of Location {location_id}",
  readService: "reads service {service_id} of Location {location_id}",
  listResources: "lists the resources of Location {location_id}",
  listPermissions: "lists the permissions",
  listTariffs: "lists the tariffs",
  addDiscount: "adds a discount",
  makePaymentLink: "asks for a payment link",
  updateChannel: "changes the channels",
  markNewMessage: "marks a new message",
  uninstall: "uninstalls application {application_id} at Location {location_id}",
  redirectAfterRegistration: "follows the redirect after registration",
  reportPayment: "reports a payment",
  reportRefund: "reports a refund",
  sendShortNames: "sends short names",
  readHooksSettings: "reads the webhook settings",
  changeHooksSettings: "changes the webhook settings",
  sendVoipEvent: "sends a telephony event",
};

/** Each operation in a word or two, for a story in one line: the deed, or the thing that is read; and its name where it is refused. */
export const briefDeeds: Readonly<Record<string, { done: string; refused?: string }>> = {
  grantAccess: { done: "granted", refused: "grant" },
  confirmInstallation: { done: "confirmed", refused: "callback" },
  uninstall: { done: "uninstalled", refused: "uninstall" },
  readInstallationStatus: { done: "status" },
  readInstallationStatusInFlow: { done: "status on the app host" },
  listCompanies: { done: "companies" },
  listConnectedLocations: { done: "connected Locations" },
  listCountries: { done: "countries" },
  listCities: { done: "cities" },
  listBusinessTypes: { done: "business types" },
  listCalls: { done: "calls" },
  searchActivities: { done: "activities" },
  searchActivityDates: { done: "activity dates" },
  searchActivityDateRange: { done: "activity date range" },
  listClients: { done: "clients" },
  readService: { done: "service" },
  listResources: { done: "resources" },
  listPermissions: { done: "permissions" },
  listTariffs: { done: "tariffs" },
  addDiscount: { done: "discount added", refused: "discount" },
  makePaymentLink: { done: "payment link" },
  updateChannel: { done: "channels changed", refused: "channels" },
  markNewMessage: { done: "message marked", refused: "message" },
  redirectAfterRegistration: { done: "redirected", refused: "redirect" },
  reportPayment: { done: "payment reported", refused: "payment" },
  reportRefund: { done: "refund reported", refused: "refund" },
  sendShortNames: { done: "short names sent", refused: "short names" },
  readHooksSettings: { done: "webhook settings" },
  changeHooksSettings: { done: "webhook settings changed", refused: "webhook settings" },
  sendVoipEvent: { done: "telephony event sent", refused: "telephony event" },
};

/** Each control call in a word or two. */
export const briefControlDeeds: Readonly<Record<string, string>> = {
  "/links/freeze": "frozen",
  "/links/disable": "disabled",
  "/events": "{event} {change}",
};

/** Those who usually send a request: the owner grants, and the partner does everything else. */
export const isUsualSender = (operation: string, who: string): boolean =>
  operation === "grantAccess" ? who === "the owner" : ["the partner", "the application", "the v3 client"].includes(who);

/** Each control call in words; a name in braces is a field of the body. */
export const controlDeeds: Readonly<Record<string, string>> = {
  "/reset": "a fresh world begins",
  "/links/freeze": "the platform freezes application {application_id} at Location {location_id}",
  "/links/disable": "the platform disables application {application_id} at Location {location_id}",
  "/applications": "lifecycle events of application {application_id} go to {lifecycle_webhook_url}",
  "/hooks": "webhooks of Location {location_id} go to {url} for {events}",
  "/events": "{event} {change} happens at Location {location_id}",
};

/** A text with the values that stand for the names in its braces; a value that is missing leaves "none". */
export const filled = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? "none"));
