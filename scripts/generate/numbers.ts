/** Numbers between 0 and 1 that depend only on their two seeds (mulberry32). */
export class Numbers {
  #state: number;

  constructor(kind: number, nr: number) {
    this.#state = (Math.imul(kind + 1, 0x9e3779b1) ^ Math.imul(nr + 1, 0x85ebca6b)) >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * An id in the form of `newId`, for a time and a number: a UUIDv7 in base 32. The first ten
 * characters are the milliseconds, 'e' and '8' are version and variant.
 */
export function idAt(prefix: string, ms: number, nr: number): string {
  return `${prefix}_${base32(ms, 10)}e008${base32(nr, 12)}`;
}

function base32(number: number, length: number): string {
  let text = '';
  let rest = number;
  for (let i = 0; i < length; i += 1) {
    text = DIGITS.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
