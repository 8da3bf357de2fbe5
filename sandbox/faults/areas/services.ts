import { firstId } from "../../world/data/ids.ts";
import { data, dataPatch, dataWithout } from "../changes/data.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { asking } from "../changes/routes.ts";

export const serviceFaults: Faults = {
  "a service lacks its weight": breaks("SRV-1", dataWithout("readService", "weight")),
  "a service's duration is text": breaks(
    "SRV-1",
    data("readService", (service: { duration: number }) => ({ ...service, duration: `${service.duration / 60} min` })),
  ),
  "a service's active is a boolean": breaks(
    "SRV-2",
    data("readService", (service: { active: number }) => ({ ...service, active: service.active === 1 })),
  ),
  "a service's staff are ids": breaks("SRV-3", dataPatch("readService", { staff: [400, 401] })),
  "a service's staff is null": subtly("SRV-3", dataPatch("readService", { staff: null })),
  "the lowest price of a service is above the highest": breaks(
    "SRV-6",
    data("readService", (service: { price_max: number }) => ({ ...service, price_min: service.price_max + 1 })),
  ),
  "another service is read": breaks(
    "SRV-4",
    asking("readService", ({ path }) => ({ path: { ...path, service_id: String(firstId.service + 1) } })),
  ),
};
