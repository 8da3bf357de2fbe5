/** The open requirements of which nothing can be seen over HTTP, with the reason; every other one leaves an observation. */
export const unseen: Readonly<Record<string, string>> = {
  "AUTH-14": "tokens come from the profile; how they were obtained happens before a run, and they outlive it",
  "AUTH-15": "the v3 token comes from the profile; no operation of the specification issues one",
  "RES-17": "no operation of the specification creates an appointment or changes a resource",
  "VER-8": "no operation below /v2 is named, so there is nothing to ask for",
  "VOIP-4": "who is shown a notification is seen in the user interface alone",
};
