/** A way to misbehave: the requirement that it breaks, and the claims that show it; variants.py has a class of that name. */
const breaks = (requirement, claims) => ({ requirement, claims: claims.split(" ") });

/** Ways in which the application in Python misbehaves. */
export const variants = {
  "Python: never confirms": breaks("INST-29", "install resources"),
  "Python: confirms three locations": breaks("INST-34", "install"),
  "Python: confirms a location twice": breaks("INST-33", "install"),
  "Python: ids in text": breaks("INST-32", "install"),
  "Python: wrong host": breaks("INST-31", "install"),
  "Python: wrong host later": breaks("INST-31", "install"),
  "Python: never gives up": breaks("INST-37", "install"),
  "Python: reads everything": breaks("INST-36", "install calls"),
  "Python: finishes walks": breaks("LIFE-6", "lifecycle calls"),
  "Python: reads the first location": breaks("RES-14", "resources"),
  "Python: four pages": breaks("CALL-16", "calls"),
  "Python: one full walk": breaks("RES-14", "resources"),
  "Python: long pages": breaks("RES-15", "resources"),
  "Python: cursors in capitals": breaks("CUR-8", "resources"),
  "Python: stubborn cursor": breaks("CUR-10", "resources"),
  "Python: gives up on cursors": breaks("CUR-9", "resources"),
  "Python: half the wait": breaks("RATE-14", "resources"),
  "Python: waits two seconds": breaks("RATE-14", "resources"),
  "Python: calls of a type": breaks("CALL-14", "calls"),
  "Python: calls with times": breaks("CALL-13", "calls"),
  "Python: calls for ever": breaks("CALL-16", "calls"),
  "Python: hooks without null": breaks("HOOK-16", "webhooks"),
  "Python: hooks of the first": breaks("HOOK-16", "install webhooks"),
  "Python: hooks in time": breaks("HOOK-16", "webhooks"),
  "Python: hooks with five keys": breaks("HOOK-17", "webhooks"),
  "Python: freezes are errors": breaks("LIFE-5", "lifecycle"),
  "Python: freezes do not count": breaks("LIFE-6", "lifecycle calls"),
  "Python: dies of uninstalls": breaks("LIFE-9", "lifecycle"),
};
