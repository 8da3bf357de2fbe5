import { breaks } from "./variant.mjs";

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
  "wants a name": trips(({ resource, data }) => resource === "client" && !data.name, 422),
  "ids of 32 bits": trips(({ resource_id }) => resource_id > 2 ** 31),
  "money of 32 bits": trips(({ data }) => Object.values(data).some((value) => value > 2 ** 32)),
  "nothing below zero": trips(({ data }) => Object.values(data).some((value) => value < 0), 400),
  "letters without accents": trips((event) => /[\u0100-\u024f]/.test(textOf(event)), 400),
  "no letters beyond sixteen bits": trips((event) => /[\ud800-\udbff]/.test(textOf(event))),
  "no quotes in text": trips((event) => textOf(event).includes(String.raw`\"a\"`)),
  "comments of 255 letters": trips(({ data }) => (data.comment?.length ?? 0) > 255, 413),
  "a client for each appointment": trips(({ resource, data }) => resource === "record" && data.client === null),
  "services for each appointment": trips(({ resource, data }) => resource === "record" && data.services.length === 0),
  "staff for each service": trips(({ resource, data }) => resource === "service" && data.staff.length === 0),
  "ten services at most": trips(({ data }) => data.services?.length > 10, 413),
  "transactions for each payment": trips(
    ({ resource, data }) => resource === "finances_operation" && !data.payment_system_transaction_ids,
    400,
  ),
  "no transactions for a payment": trips(({ data }) => data.payment_system_transaction_ids, 400),
  "no goods that move": trips(({ resource }) => resource === "goods_operations_move", 400),
  "no goods that are stolen": trips(({ resource }) => resource === "goods_operations_stolen", 400),
  "no loyalty": trips(({ resource }) => resource === "loyalty_card", 404),
  "no Location that is created": trips(({ resource, status }) => resource === "salon" && status === "create", 409),
  "no schedule that is deleted": breaks("HOOK-19", "webhooks", {
    hookStatus: ({ resource, status }) => (resource === "schedule" && status === "delete" ? 500 : 200),
  }),
  "not modified": trips(() => true, 304),
};
