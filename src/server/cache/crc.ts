import { crc32 } from 'node:zlib';

/**
 * The checksum of gzip for texts that are put together: what is known of the parts is enough, so
 * that nothing is read again. Polynomials over GF(2), as in every implementation of CRC-32.
 */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** What a checksum has to be multiplied with when so many bytes follow. */
export function shiftBy(bytes: number): number {
  let shift = ONE;
  // x to the power of 8, then squared again and again.
  let power = 0x00800000;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(power, shift);
    power = multiply(power, power);
  }
  return shift;
}

/** The checksum of two texts in a row, from theirs. */
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
