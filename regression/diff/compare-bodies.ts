import { below, canonical, fieldsOf, namedBelow, type Place, schemaBelow } from "../../base/place.ts";
import { areas } from "./rules.ts";
import type { Scene, Subject } from "./scene.ts";

/** Compares the bodies of two requests or webhooks. */
export function compareBodies(scene: Scene, old: Place, fresh: Place, subject: Subject): void {
  const [one, other] = [below(old, "requestBody"), below(fresh, "requestBody")];
  const [before, after] = [one && scene.old.follow(one), other && scene.new.follow(other)];
  const isRequired = (place: Place | undefined) => place !== undefined && fieldsOf(place).required === true;
  const tell = (change: string, says: string) => told(scene, subject, change, says, before ?? old, after ?? fresh);
  if (!before && after) {
    if (isRequired(after)) tell("required-body-added", "is new, and required");
    else tell("body-added", "is new");
  } else if (before && !after) tell("body-removed", "is gone");
  else if (before && after) {
    if (!isRequired(before) && isRequired(after)) tell("body-became-required", "is required now");
    if (isRequired(before) && !isRequired(after)) tell("body-became-optional", "is no longer required");
    compareContents(scene, before, after, subject);
  }
}

const told = (
  scene: Scene,
  { area, about, operation }: Subject,
  change: string,
  says: string,
  old?: Place,
  fresh?: Place,
) => scene.findings.tell({ rule: `${area}-${change}`, about, says, old, new: fresh, operation });

/** Compares what stands under `content`, media type by media type. */
export function compareContents(scene: Scene, old: Place, fresh: Place, subject: Subject): void {
  const [before, after] = [mediaTypes(old), mediaTypes(fresh)];
  const matched = new Set<string>();
  const isSent = areas[subject.area] === "sent";
  const compareMedia = (type: string, one: Place, other: Place): void => {
    const isJson = /[/+]json$/.test(type);
    const about = isJson || before.size === 1 ? subject.about : `${subject.about} (${type})`;
    scene.schemas({ ...subject, about }, schemaBelow(one), schemaBelow(other));
    const [was, is] = [one, other].map((media) => canonical(fieldsOf(media).encoding ?? {}));
    if (was !== is) told(scene, subject, "encoding-changed", `encodes its parts in another way as ${type}`, one, other);
  };
  for (const [type, one] of before) {
    const found = partner(type, after, before);
    if (!found) {
      told(
        scene,
        subject,
        "media-type-removed",
        `${isSent ? "is no longer taken as" : "no longer comes as"} ${type}`,
        one,
        below(fresh, "content") ?? fresh,
      );
      continue;
    }
    const [its, other] = found;
    matched.add(its);
    if (its !== type) {
      const isWider = covers(its, type);
      told(
        scene,
        subject,
        `media-type-${isWider ? "widened" : "narrowed"}`,
        `is ${its} now, and was ${type}`,
        one,
        other,
      );
    }
    compareMedia(type, one, other);
  }
  for (const [type, other] of after) {
    if (matched.has(type)) continue;
    const [held, one] = partner(type, before, after) ?? [];
    if (held && one) {
      if (covers(held, type)) compareMedia(type, one, other);
      continue;
    }
    told(
      scene,
      subject,
      "media-type-added",
      `${isSent ? "is also taken as" : "comes also as"} ${type} now`,
      below(old, "content") ?? old,
      other,
    );
  }
}

/** The media types of a place; a charset does not make another type of one, since JSON and text are told in Unicode. */
function mediaTypes(place: Place): Map<string, Place> {
  return new Map(namedBelow(place, "content").map(([type, media]) => [plain(type), media]));
}

const plain = (type: string): string => {
  const [name = "", ...parameters] = type
    .toLowerCase()
    .split(";")
    .map((one) => one.trim());
  return [name, ...parameters.filter((one) => one && !one.startsWith("charset=")).toSorted()].join("; ");
};

/** The media type that another became: itself, or a range that holds it, or one that it holds and that was not there beside it. */
function partner(
  type: string,
  others: ReadonlyMap<string, Place>,
  own: ReadonlyMap<string, Place>,
): [string, Place] | undefined {
  const same = others.get(type);
  if (same) return [type, same];
  const find = (isPartner: (other: string) => boolean) => [...others].find(([other]) => isPartner(other));
  return find((other) => covers(other, type)) ?? find((other) => covers(type, other) && !own.has(other));
}

const covers = (range: string, type: string): boolean =>
  range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
