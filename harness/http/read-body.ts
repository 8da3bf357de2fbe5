/** The bytes of a body, as far as they were read. */
export interface ReadBody {
  bytes: Buffer;
  /** False where more came than was read. */
  isWhole: boolean;
}

/** A body that broke off, or took too long. */
export class BrokenBody extends Error {
  override name = "BrokenBody";
  /** The number of bytes that came before. */
  readonly size: number;

  constructor(size: number, cause: unknown) {
    super(`the body breaks off after ${size} bytes`, { cause });
    this.size = size;
  }
}

/** Reads a body up to so many bytes; where there are more, its connection is given up. A listener gets the size of each piece. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  most: number,
  onPiece: (size: number) => void = () => undefined,
): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      onPiece(chunk.length);
      if (size > most) break;
    }
  } catch (error) {
    throw new BrokenBody(size, error);
  }
  return { bytes: Buffer.concat(chunks).subarray(0, most), isWhole: size <= most };
}
