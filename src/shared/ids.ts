import { randomFillSync, randomUUID } from 'node:crypto';

/** The prefix that tells what an id belongs to: `ord_01k…`. */
export type IdPrefix =
  | 'prd'
  | 'img'
  | 'var'
  | 'crt'
  | 'ord'
  | 'pay'
  | 'rfd'
  | 'req'
  | 'msg'
  | 'usr'
  | 'viw'
  | 'bat'
  | 'job'
  | 'fil'
  | 'cat'
  | 'col'
  | 'adr'
  | 'ful'
  | 'pin'
  | 'syn'
  | 'zon'
  | 'dlv'
  | 'ret'
  | 'pho'
  | 'com'
  | 'doc'
  | 'tax';

/** The id of a request. Every request gets one, so it is cheap and not sortable. */
export function newRequestId(): string {
  return `req_${randomUUID()}`;
}

/**
 * A new id: a prefix and a UUIDv7 in base 32, so ids of one kind sort by their creation. They are
 * TypeIDs. An import needs six for each product, and the library for these takes a long time for one.
 */
export function newId(prefix: IdPrefix): string {
  const now = Date.now();
  if (now > moment.ms) startMoment(now);
  else if (moment.nr < LAST_NR) moment.nr += 1;
  else startMoment(moment.ms + 1);
  const { time, nr } = moment;
  const first = randomWord();
  // After 48 bits of time: the version, 12 bits of the number, the variant, the other 20 bits of the
  // number, and 42 random bits.
  const bits = [
    (0b0111 << 16) | ((nr >>> 20) << 4) | (0b10 << 2) | ((nr >>> 18) & 0b11),
    ((nr & 0x3_ffff) << 2) | (first >>> 30),
    first & MASK,
    randomWord() & MASK,
  ];
  return `${prefix}_${time}${bits.map(fourDigits).join('')}`;
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const PAIRS = Array.from(DIGITS, (first) => Array.from(DIGITS, (second) => first + second)).flat();
const MASK = 0xf_ffff;
const LAST_NR = 0xffff_ffff;

/** Twenty bits in base 32. */
const fourDigits = (bits: number) => `${PAIRS[bits >>> 10]}${PAIRS[bits & 1023]}`;

/** The last id's millisecond, also in base 32, and its number in it, which begins anywhere. */
const moment = { ms: 0, time: '', nr: 0 };

function startMoment(ms: number): void {
  const high = Math.floor(ms / 2 ** 20);
  moment.ms = ms;
  moment.time = `${PAIRS[high >>> 20]}${fourDigits(high & MASK)}${fourDigits(ms % 2 ** 20)}`;
  moment.nr = randomWord() >>> 1;
}

const words = new Uint32Array(1024);
let used = words.length;

/** 32 random bits. The system is asked for many at a time. */
function randomWord(): number {
  if (used === words.length) {
    randomFillSync(words);
    used = 0;
  }
  used += 1;
  return words[used - 1] ?? 0;
}
