/** What a text may be that staff typed to find orders. Decides which indexes are asked. */
import { withoutInvisible } from '#shared/visible-text.ts';
import { fold } from '../catalog/catalog.ts';

/** Shorter beginnings of a number, and shorter ends of a phone number, fit too many orders. */
const SHORTEST_NUMBER = 2;
const SHORTEST_PHONE = 4;
const SHORTEST_TRACKING = 4;
const SHORTEST_SKU = 3;

const LONGEST_NUMBER = 8;
/** A longer number may be a whole one, as it is dialled. */
const LONGEST_END = 6;
/** Those of E.164. */
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
  /** The beginning of a tracking number, without what groups its characters. */
  tracking: string | null;
  /** The beginning of an SKU. */
  sku: string | null;
}

const NOTHING: OrderText = {
  ...{ number: null, email: null, name: null },
  ...{ phone: null, tracking: null, sku: null },
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
    tracking: readTracking(text),
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

/** Neither what has digits and is joined like an SKU, nor letters alone, which begin too many words. */
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
  const number = text.replace(/^tel\b[.:\s]*/i, '');
  if (!/^[\d\s+()./-]+$/.test(number)) return null;
  const dialled = number.replace('(0)', '').replace(/\D/g, '');
  const digits = dialled.length > LONGEST_END ? dialled.replace(/^0+/, '') : dialled;
  return digits.length >= SHORTEST_PHONE && digits.length <= MOST_DIGITS ? digits : null;
}

/** The index of `fulfillments` leaves out the same characters. A tracking number has digits. */
function readTracking(text: string): string | null {
  const bare = text.toUpperCase().replace(/[ ./_-]/g, '');
  return bare.length >= SHORTEST_TRACKING && /^[0-9A-Z]+$/.test(bare) && /\d/.test(bare)
    ? bare
    : null;
}
