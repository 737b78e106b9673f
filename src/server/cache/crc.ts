import { crc32 } from 'node:zlib';

/**
 * Computes the checksum of a concatenated gzip file from the checksums of its parts, so that no
 * part is read again. It calculates with polynomials over GF(2), as every implementation of CRC-32
 * does.
 */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** The factor for a checksum that is followed by this many bytes. */
export function shiftBy(bytes: number): number {
  let shift = ONE;
  // x to the power of 8, then squared repeatedly.
  let power = 0x00800000;
  for (let remaining = bytes; remaining > 0; remaining = Math.floor(remaining / 2)) {
    if (remaining % 2 === 1) shift = multiply(power, shift);
    power = multiply(power, power);
  }
  return shift;
}

/** The checksum of two concatenated texts, from their own checksums. */
export function joinCrc(first: number, second: number, shiftOfSecond: number): number {
  return (multiply(shiftOfSecond, first) ^ second) >>> 0;
}

export { crc32 };

function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = ONE; bit > 0; bit >>>= 1) {
    if (a & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}
