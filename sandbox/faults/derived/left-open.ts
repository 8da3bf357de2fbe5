import type { DerivedFault } from "./derived-fault.ts";

/** A kind of fault that the specification leaves open, and the sentence that does. */
interface OpenPlace {
  /** The heading of the text with its words, or the number of the reading. */
  sentence: string;
  applies: (fault: DerivedFault) => boolean;
  /** True if it holds only where nothing that is answered or sent is changed by the fault. */
  onlyUnseen?: true;
  /** True if nothing can lead there, so that it is not even tried. */
  isOutOfReach?: true;
}

const at =
  (place: RegExp, ...wrongs: (string | RegExp)[]) =>
  (fault: DerivedFault): boolean =>
    place.test(fault.place) &&
    (wrongs.length === 0 ||
      wrongs.some((wrong) => (typeof wrong === "string" ? wrong === fault.wrong : wrong.test(fault.wrong))));

const empty = "is empty";
const sign = "has the other sign";
const letterCase = "has the other letter case";
/** One documented value in the place of another. */
const swapped = /^\d+ reads [0-3]$/;

/** The type of a field is reported, and not its value: which value it has, only someone who put it there knows. */
const valueOf = (place: RegExp) => at(place, empty, sign, letterCase, swapped);

/** The places that the specification leaves open; the first row that applies says why. */
const openPlaces: readonly OpenPlace[] = [
  {
    sentence: "Transitions: nothing is described that blocks a Location where a link is pending",
    applies: at(/^refuse-blocked from pending$/),
    isOutOfReach: true,
  },
  {
    sentence: "Errors > 403, 404: no condition is described under which this operation answers so",
    applies: at(/^\w+ 40[34]/),
    onlyUnseen: true,
  },
  {
    sentence: "Readings 15 and 34: a v3 token without the scope gets 401, 403 or 404; no other caller gets 403",
    applies: at(/^listResources 403/),
    onlyUnseen: true,
  },
  {
    sentence: "Readings 15 and 34: a v3 token without the scope gets 401, 403 or 404",
    applies: at(/^listResources 403/, /→ 40[14]$/),
  },
  {
    sentence: "Reading 31: an unknown Location's status may be refused or not found",
    applies: at(/^readInstallationStatus(InFlow)? 404$/, /→ 403$/),
  },
  {
    sentence: "Application installation status: what it reads of a Location that never connected is not shown",
    applies: at(/^refuse-[\w-]+ from uninstalled$/, /freezed/),
  },
  {
    sentence: "Authentication, rule 2: a system user is one application's; no profile names the fast application's",
    applies: at(/^fast-install from /, /access/),
  },
  {
    sentence: "Reading 20: what exceeding the v1 rate is answered is open",
    applies: at(/^rate_per_/, /more$/),
  },
  {
    sentence: 'Reading 4: "about 5 seconds" is 3 to 10, and a lifecycle event comes within a minute',
    applies: at(/^(webhook_delay|lifecycle_delivery)/, /moment/),
  },
  {
    sentence: "Authentication: no application of another partner is one that a profile names",
    applies: at(/./, /of other partners$/),
    onlyUnseen: true,
  },
  {
    sentence: "Reading 11: the body of companies is not shown",
    applies: at(/^listCompanies/, /right/),
  },
  {
    sentence: "Operations listed without payload description: nothing says who may call this one",
    applies: at(/^(redirectAfterRegistration|sendVoipEvent|listCities|listBusinessTypes)/, /token/),
  },
  {
    sentence: "Reading 1: message texts are never wrong",
    applies: at(/\/meta\/message$/, letterCase, empty),
  },
  {
    sentence: "Errors > data: an object or null",
    applies: at(/ \d+ \/data$/, empty),
  },
  {
    sentence: "Common v1 response envelope > meta: an empty array or empty object when there is nothing to add",
    applies: at(/\/meta$/, empty),
  },
  {
    sentence: "The form (YYYY-MM-DD, digits) has no letters",
    applies: at(/^\w+ \//, letterCase),
    onlyUnseen: true,
  },
  {
    sentence:
      "Operations listed without payload description: whether a reported payment stands in the status is not shown",
    applies: at(/ \/data\/payments/),
    onlyUnseen: true,
  },
  {
    sentence: "Operations listed without payload description: what a payment shows of its report is not shown",
    applies: valueOf(/ \/data\/payments/),
  },
  {
    sentence: "Application installation status > logs[].source: the full set of values is not shown",
    applies: valueOf(/\/logs\/\*\/source$/),
  },
  {
    sentence: "Application installation status > logs[].changed_at: its form is not shown",
    applies: valueOf(/\/logs\/\*\/changed_at$/),
  },
  {
    sentence:
      "Country: the rows give types, and a form to iso_code; what stands in the dictionary is the platform's own",
    applies: valueOf(/^listCountries \/data/),
  },
  {
    sentence: "Service: the fields have types; what they say of a service is the Location's own",
    applies: at(/^readService \/data/, empty, sign, letterCase, /^[01] reads/),
  },
  {
    sentence: "GET activity search: the fields of items are not shown",
    applies: valueOf(/^searchActivities \/data\/\*/),
  },
  {
    sentence: "GET activity search: it lists no errors",
    applies: at(/^searchActivit\w+ 404$/),
  },
  {
    sentence: "Errors > 401, 403, 404: which of them a data call for an unknown Location gets is not shown",
    applies: at(/^listClients 404$/, /→ 40[13]$/),
  },
  {
    sentence: "Connected Location: the rows give types; a value is known only where it was seeded",
    applies: valueOf(/^listConnectedLocations \/data\/\*/),
  },
  {
    sentence: "Client: the fields have types and codes; a value is known only where it was seeded",
    applies: valueOf(/^listClients \/data\/\*/),
  },
  {
    sentence: "Call: the rows give types; a value is known only where it was seeded",
    applies: valueOf(/^listCalls \/data\/\*/),
  },
  {
    sentence: "Limits > the numbers of the v3 policy are not shown; reading 26: how the platform counts is not shown",
    applies: at(/^listResources 200 RateLimit-Policy$/, /first number$/),
  },
];

/** True if nothing can lead to where a fault is. */
export const isOutOfReach = (fault: DerivedFault): boolean =>
  openPlaces.some((place) => place.isOutOfReach && place.applies(fault));

/** The sentence that leaves a fault open; undefined where none does. `shown` says whether anything was changed by it. */
export const whyOpen = (fault: DerivedFault, shown: boolean): string | undefined =>
  openPlaces.find(({ applies, onlyUnseen }) => !(onlyUnseen && shown) && applies(fault))?.sentence;
