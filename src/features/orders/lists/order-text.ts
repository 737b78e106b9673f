/** What a text may be that staff typed to find orders. Decides which indexes are asked. */
import { withoutInvisible } from '#shared/visible-text.ts';
import { callingCodes } from '../../addresses/addresses.ts';
import { fold } from '../../catalog/catalog.ts';

/** Shorter beginnings of a number, and shorter parts of a phone number, fit too many orders. */
const SHORTEST_NUMBER = 2;
const SHORTEST_PHONE = 4;
const SHORTEST_TRACKING = 4;
const SHORTEST_SKU = 3;

const LONGEST_NUMBER = 8;
/** A longer number may be a whole one, as it is dialled. */
const LONGEST_END = 6;
/** The most digits of a phone number, as E.164 has it. */
const MOST_DIGITS = 15;

/** A text as each of these; null as what it can't be. */
export interface OrderText {
  /** The beginning of an order's number, with its hyphen. */
  number: string | null;
  /** The beginning of an email. */
  email: string | null;
  /** Beginnings of words of a name, without accents; what stands before a ' is a whole word. */
  name: string | null;
  /** The last digits of a phone number. */
  phone: string | null;
  /** What a phone number with these first digits begins with, as it is stored; empty if it is none. */
  phoneStarts: string[];
  /** The beginning of a tracking number, without what groups its characters. */
  tracking: string | null;
  /** A whole number of an invoice, credit note or debit note: as it is printed, and without its prefix. */
  document: { label: string; number: number } | null;
  /** The beginning of an SKU. */
  sku: string | null;
}

const NOTHING: OrderText = {
  ...{ number: null, email: null, name: null },
  ...{ phone: null, phoneStarts: [], tracking: null, document: null, sku: null },
};

/**
 * Reads a text. With an '@' it is an email, and nothing else. Only an SKU is looked up as it was
 * typed, because it may have any characters.
 */
export function readOrderText(typed: string): OrderText {
  const text = plain(typed);
  const lower = text.toLowerCase();
  if (lower.includes('@')) return { ...NOTHING, email: lower };
  const sku = typed.trim().toLowerCase();
  return {
    number: readNumber(text),
    email: lower === '' || /\s/.test(lower) ? null : lower,
    name: readName(text),
    phone: readPhoneEnd(text),
    phoneStarts: readPhoneStarts(text),
    tracking: readTracking(text),
    document: readDocument(text),
    sku: sku.length >= SHORTEST_SKU ? sku : null,
  };
}

/** Without what other programs put into a text that is copied from them: marks, dashes, digits. */
function plain(typed: string): string {
  return withoutInvisible(typed)
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .trim();
}

/**
 * The text as beginnings of words of a name. Null for a text with digits that is joined like an SKU,
 * and for single letters, with which too many words begin.
 */
function readName(text: string): string | null {
  const words = fold(text);
  const isCode = /\d/.test(text) && /[\p{L}\p{N}][-./_][\p{L}\p{N}]/u.test(text);
  if (isCode) return null;
  if (!/^(?:[a-z]?(?: [a-z])*)$/.test(words)) return words;
  // A name such as O'Brien that is being typed: its first letter is a word of its own.
  const parts = text.split("'").map(fold);
  return parts.length > 1 && parts.every((part) => part !== '') ? parts.join("'") : null;
}

/**
 * People type a number with or without its hyphen, and copy it with what is before it, such as
 * 'Order #'.
 */
function readNumber(text: string): string | null {
  const number = text.replace(/^(?:order\b)?[\s:]*#?/i, '');
  const bare = number.toUpperCase().replace(/[\s-]/g, '');
  if (!/^[0-9A-Z]+$/.test(bare)) return null;
  if (bare.length < SHORTEST_NUMBER || bare.length > LONGEST_NUMBER) return null;
  return bare.length > 4 ? `${bare.slice(0, 4)}-${bare.slice(4)}` : bare;
}

/**
 * The digits of a phone number. Of a long one without the zeros before it, which are dialled within
 * a country or before its code and are not stored.
 */
function readPhoneEnd(text: string): string | null {
  const dialled = readPhone(text)?.replace(/\D/g, '') ?? '';
  const digits = dialled.length > LONGEST_END ? dialled.replace(/^0+/, '') : dialled;
  return digits.length >= SHORTEST_PHONE && digits.length <= MOST_DIGITS ? digits : null;
}

/**
 * Beginnings with the code of a country as they are stored. Without one, it is asked for with the code
 * of each country: without the zero that most countries dial before a number, and with it for the few
 * whose numbers keep theirs.
 */
function readPhoneStarts(text: string): string[] {
  const number = readPhone(text)?.trim() ?? '';
  const digits = number.replace(/\D/g, '');
  if (digits.length < SHORTEST_PHONE || digits.length > MOST_DIGITS) return [];
  if (number.startsWith('+')) return [`+${digits}`];
  if (digits.startsWith('00')) {
    const abroad = digits.slice(2);
    return abroad.length < SHORTEST_PHONE ? [] : [`+${abroad}`];
  }
  const within = digits.startsWith('0') ? [digits, digits.slice(1)] : [digits];
  const abroad = digits.startsWith('0') ? [] : [`+${digits}`];
  return [
    ...abroad,
    ...within.flatMap((start) => callingCodes.map((code) => `+${code}${start}`)),
  ].filter((start) => start.length <= 1 + MOST_DIGITS);
}

/** A text that may be a phone number, without what is written before it; else null. */
function readPhone(text: string): string | null {
  const number = text.replace(/^tel\b[.:\s]*/i, '');
  return /^[\d\s+()./-]+$/.test(number) ? number.replace('(0)', '') : null;
}

/** The index of `fulfillments` leaves out the same characters. A tracking number has digits. */
function readTracking(text: string): string | null {
  const bare = text.toUpperCase().replace(/[ ./_-]/g, '');
  return bare.length >= SHORTEST_TRACKING && /^[0-9A-Z]+$/.test(bare) && /\d/.test(bare)
    ? bare
    : null;
}

/**
 * The digits at the end are the number. A prefix never ends with one. People copy a label with what
 * is before it, such as 'Invoice no.'.
 */
function readDocument(typed: string): OrderText['document'] {
  const text = typed.replace(
    /^(?:(?:invoice|(?:credit|debit) note)\b(?!-)[\s:.]*)?(?:no\.\s*)?#?\s*/i,
    '',
  );
  const [digits] = /(?<!\d)\d{1,9}$/.exec(text) ?? [];
  return digits === undefined ? null : { label: text, number: Number(digits) };
}
