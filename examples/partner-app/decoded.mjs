import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

const codings = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync };

/** A body as it was before the platform compressed it. */
export const decoded = (bytes, headers) => codings[headers["content-encoding"]]?.(bytes) ?? bytes;
