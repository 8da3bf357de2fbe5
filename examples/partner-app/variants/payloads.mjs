import { breaks, isCreated, isDeleted, isOf } from "./variant.mjs";

/** Refuses webhooks about whose body something holds, as an application does that is not prepared for it. */
const trips = (isTrouble, status = 500) =>
  breaks("HOOK-16", "webhooks", { hookStatus: (event) => (isTrouble(event) ? status : 200) });

const textOf = ({ data }) => JSON.stringify(data);

/** Ways to stumble over what webhooks may well carry. */
export const payloads = {
  "wants a birth date": trips(({ data }) => data.birth_date === null),
  "wants a number on a card": trips(({ data }) => data.card === "", 400),
  "wants a list of categories": trips(({ data }) => data.categories && !Array.isArray(data.categories)),
  "wants a phone in text": trips(({ data }) => typeof data.phone === "number", 422),
  "wants a name": trips((event) => isOf("client", event) && !event.data.name, 422),
  "ids of 32 bits": trips(({ resource_id }) => resource_id > 2 ** 31),
  "money of 32 bits": trips(({ data }) => Object.values(data).some((value) => value > 2 ** 32)),
  "nothing below zero": trips(({ data }) => Object.values(data).some((value) => value < 0), 400),
  "letters without accents": trips((event) => /[\u0100-\u024f]/.test(textOf(event)), 400),
  "no letters beyond sixteen bits": trips((event) => /[\ud800-\udbff]/.test(textOf(event))),
  "no quotes in text": trips((event) => textOf(event).includes(String.raw`\"a\"`)),
  "comments of 255 letters": trips(({ data }) => (data.comment?.length ?? 0) > 255, 413),
  "a client for each appointment": trips((event) => isOf("record", event) && event.data.client === null),
  "services for each appointment": trips((event) => isOf("record", event) && event.data.services.length === 0),
  "staff for each service": trips((event) => isOf("service", event) && event.data.staff.length === 0),
  "ten services at most": trips(({ data }) => data.services?.length > 10, 413),
  "transactions for each payment": trips(
    (event) => isOf("finances", event) && !event.data.payment_system_transaction_ids,
    400,
  ),
  "no transactions for a payment": trips(({ data }) => data.payment_system_transaction_ids, 400),
  "no goods that move": trips(({ resource }) => resource === "goods_operations_move", 400),
  "no goods that are stolen": trips(({ resource }) => resource === "goods_operations_stolen", 400),
  "no loyalty": trips((event) => isOf("loyalty", event), 404),
  "no Location that is created": trips((event) => isOf("salon", event) && isCreated(event), 409),
  "no schedule that is deleted": breaks("HOOK-19", "webhooks", {
    hookStatus: (event) => (isOf("schedule", event) && isDeleted(event) ? 500 : 200),
  }),
  "not modified": trips(() => true, 304),
};
