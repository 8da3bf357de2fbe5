// All faults. A fault without a spoiler has its switch (p.f("name")) where the deed is done.

import { EVENT_FAULTS } from "./faults-events.mjs";
import { INSTALL_FAULTS } from "./faults-install.mjs";
import { LIST_FAULTS } from "./faults-lists.mjs";
import { V3_FAULTS } from "./faults-v3.mjs";

export const FAULTS = [...LIST_FAULTS, ...INSTALL_FAULTS, ...V3_FAULTS, ...EVENT_FAULTS];
