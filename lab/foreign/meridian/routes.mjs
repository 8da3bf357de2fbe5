// Every operation of the text: surface, method, path, auth, name.
import { BUSINESS_GROUPS, CITIES, COUNTRIES } from "./data.mjs";
import * as install from "./install.mjs";
import * as lists from "./lists.mjs";
import * as market from "./market.mjs";
import { refuse } from "./util.mjs";
import { resources } from "./v3.mjs";

const dictionary = (rows, fault) => (p) =>
  p.f(fault) ? refuse(500, "Whoops, looks like something went wrong.") : { data: rows };
export const ROUTES = [
  [
    "base",
    "POST",
    "/company/{company_id}/marketplace/applications/{application_id}/grant_access",
    "user",
    "grant",
    install.grant,
  ],
  ["app", "POST", "/marketplace/partner/callback", "partner", "callback", install.callback],
  ["base", "POST", "/marketplace/partner/callback", "none", "callback_on_base", install.callbackOnBase],
  [
    "base+app",
    "GET",
    "/marketplace/salon/{location_id}/application/{application_id}",
    "partner",
    "status",
    install.status,
  ],
  ["base", "GET", "/companies", "user", "companies", market.companies],
  ["base", "GET", "/marketplace/application/payment_link", "partner", "payment_link", market.paymentLink],
  ["base", "GET", "/marketplace/application/{application_id}/salons", "partner", "salons", market.salons],
  ["base", "GET", "/countries", "partner", "countries", dictionary(COUNTRIES, "")],
  ["base", "GET", "/voip/integration/calls", "user", "calls", lists.calls],
  ["base", "GET", "/activity/{location_id}/search", "partner", "search", lists.search],
  ["base", "GET", "/activity/{location_id}/search_dates", "partner", "search_dates", lists.searchDates],
  ["base", "GET", "/activity/{location_id}/search_dates_range", "partner", "search_dates_range", lists.searchRange],
  ["base", "GET", "/clients/{location_id}", "user", "clients", lists.clients],
  ["base", "GET", "/services/{location_id}/{service_id}", "partner", "service", lists.service],
  ["v3", "GET", "/locations/{location_id}/resources", "none", "resources", resources],
  [
    "base",
    "GET",
    "/company/{company_id}/marketplace/applications/{application_id}/permissions",
    "partner",
    "permissions",
    market.permissions,
  ],
  ["base", "GET", "/marketplace/application/{application_id}/tariffs", "partner", "tariffs", market.tariffs],
  ["base", "POST", "/marketplace/application/add_discount", "partner", "add_discount", market.addDiscount],
  ["base", "POST", "/marketplace/application/update_channel", "partner", "update_channel", market.updateChannel],
  ["base", "POST", "/marketplace/application/new_message", "partner", "new_message", market.newMessage],
  [
    "base+app",
    "POST",
    "/marketplace/salon/{location_id}/application/{application_id}/uninstall",
    "partner",
    "uninstall",
    install.uninstall,
  ],
  ["base+app", "POST", "/marketplace/partner/callback/redirect", "partner", "redirect", market.redirect],
  ["base+app", "POST", "/marketplace/partner/payment", "partner", "payment", market.payment],
  ["base+app", "POST", "/marketplace/partner/payment/refund/{payment_id}", "partner", "refund", market.refund],
  ["base+app", "POST", "/marketplace/partner/short_names", "partner", "short_names", market.shortNames],
  ["base", "GET", "/hooks_settings/{location_id}", "partner", "hooks_get", market.hooksGet],
  ["base", "POST", "/hooks_settings/{location_id}", "partner", "hooks_set", market.hooksSet],
  ["base", "POST", "/voip/integration", "partner", "voip", market.voip],
  ["base", "GET", "/cities", "partner", "cities", dictionary(CITIES, "cities-500")],
  [
    "base",
    "GET",
    "/references/business_groups_with_types",
    "partner",
    "business_groups",
    dictionary(BUSINESS_GROUPS, "business-groups-500"),
  ],
];
