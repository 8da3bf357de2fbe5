import { fieldsOf } from "../../../base/json.ts";
import { exchangeParts } from "../differences/rules.ts";
import { canonical } from "../documents/canonical.ts";
import type { OpenDocument } from "../documents/document.ts";
import { below, type DocumentPlace, fieldsAt, namedBelow, schemaBelow } from "../documents/place.ts";
import { type ComparedValue, type DocumentComparison, reportValue } from "./document-comparison.ts";

/** The values under `content`, by media type. */
type MediaTypes = ReadonlyMap<string, DocumentPlace>;

/** Compares what stands under `content`, media type by media type. */
export function compareContents(
  comparison: DocumentComparison,
  old: DocumentPlace,
  fresh: DocumentPlace,
  value: ComparedValue,
): void {
  const [before, after] = [mediaTypesOf(comparison.old, old), mediaTypesOf(comparison.new, fresh)];
  const matched = new Set<string>();
  const isSent = exchangeParts[value.part].direction === "sent";
  const compareMedia = (type: string, oldMedia: DocumentPlace, newMedia: DocumentPlace): void => {
    const isJson = /[/+]json$/.test(type);
    const about = isJson || before.size === 1 ? value.about : `${value.about} (${type})`;
    if (!isPlainBytes(type, oldMedia) || !isPlainBytes(type, newMedia))
      comparison.compareSchemas({ ...value, about }, schemaBelow(oldMedia), schemaBelow(newMedia));
    comparison.compareSchemas({ ...value, about: `${about}, item by item` }, itemBelow(oldMedia), itemBelow(newMedia));
    const [oldEncoding, newEncoding] = [oldMedia, newMedia].map((media) => canonical(fieldsAt(media).encoding ?? {}));
    if (oldEncoding !== newEncoding) {
      const says = `encodes its parts in another way as ${type}`;
      reportValue(comparison, value, "encoding-changed", says, { old: oldMedia, new: newMedia });
    }
  };
  for (const [type, oldMedia] of before) {
    const [newType, newMedia] = counterpartOf(type, after, before) ?? [];
    if (!newType || !newMedia) {
      const says = `${isSent ? "is no longer taken as" : "no longer comes as"} ${type}`;
      reportValue(comparison, value, "media-type-removed", says, {
        old: oldMedia,
        new: below(fresh, "content") ?? fresh,
      });
      continue;
    }
    matched.add(newType);
    if (newType !== type) {
      const change = covers(newType, type) ? "media-type-widened" : "media-type-narrowed";
      reportValue(comparison, value, change, `is now ${newType} instead of ${type}`, { old: oldMedia, new: newMedia });
    }
    compareMedia(type, oldMedia, newMedia);
  }
  for (const [type, newMedia] of after) {
    if (matched.has(type)) continue;
    const [oldType, oldMedia] = counterpartOf(type, before, after) ?? [];
    if (oldType && oldMedia) {
      if (covers(oldType, type)) compareMedia(type, oldMedia, newMedia);
      continue;
    }
    const says = `${isSent ? "is now also taken as" : "now also comes as"} ${type}`;
    reportValue(comparison, value, "media-type-added", says, { old: below(old, "content") ?? old, new: newMedia });
  }
}

/** The media types of a place; a charset makes no other type, since JSON and text are Unicode anyway. */
const mediaTypesOf = (document: OpenDocument, place: DocumentPlace): MediaTypes =>
  new Map(namedBelow(place, "content").map(([type, media]) => [withoutCharset(type), document.follow(media)]));

/** Media types whose content is described by a schema. */
const described = /[/+](json|xml|yaml)$|^(text|multipart)\/|x-www-form-urlencoded$/;

/** True if the content of a media type is bytes of which nothing more is said: with no schema, or with the one that OpenAPI 3.0 asked for. */
function isPlainBytes(type: string, media: DocumentPlace): boolean {
  const { type: kind, format, ...rest } = fieldsOf(schemaBelow(media).node);
  const isFree = Object.keys(rest).every((key) => key === "description" || key === "title" || key.startsWith("x-"));
  const isSilent = kind === undefined && format === undefined;
  return !described.test(type) && isFree && (isSilent || (kind === "string" && format === "binary"));
}

/** The schema of every item of a stream. */
const itemBelow = (media: DocumentPlace): DocumentPlace => below(media, "itemSchema") ?? { ...media, node: {} };

function withoutCharset(type: string): string {
  const [name = "", ...parameters] = type
    .toLowerCase()
    .split(";")
    .map((parameter) => parameter.trim());
  return [name, ...parameters.filter((text) => text && !text.startsWith("charset=")).toSorted()].join("; ");
}

/** The media type that another became: itself, or a range that holds it, or one that it holds and that was not there beside it. */
function counterpartOf(
  type: string,
  candidates: MediaTypes,
  siblings: MediaTypes,
): [type: string, media: DocumentPlace] | undefined {
  const same = candidates.get(type);
  if (same) return [type, same];
  const find = (isCounterpart: (candidate: string) => boolean) =>
    [...candidates].find(([candidate]) => isCounterpart(candidate));
  return (
    find((candidate) => covers(candidate, type)) ??
    find((candidate) => covers(type, candidate) && !siblings.has(candidate))
  );
}

const covers = (range: string, type: string): boolean =>
  range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
