/** A file of this many times the maximum gets the lowest quality at once. */
const SKIP_TO_LOWEST_AT = 3;

/**
 * Encodes with the best of these qualities that is light enough, or with the last one. An image
 * that is far too heavy gets the last one at once, because each attempt may take seconds.
 */
export async function encodeBelowLimit(
  mostBytes: number,
  qualities: number[],
  encodeAt: (quality: number) => Promise<Buffer>,
): Promise<Buffer> {
  const last = qualities.length - 1;
  let bytes: Buffer = Buffer.alloc(0);
  for (let index = 0; index <= last; index += 1) {
    bytes = await encodeAt(qualities[index] ?? 0);
    if (bytes.length <= mostBytes) break;
    if (bytes.length > SKIP_TO_LOWEST_AT * mostBytes) index = Math.max(index, last - 1);
  }
  return bytes;
}
