/** What a text may be that staff typed to find orders. Decides which indexes are asked. */
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
  /** Beginnings of words of a name, without accents. */
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

/** Reads a text. With an '@' it is an email, and nothing else. */
export function readOrderText(text: string): OrderText {
  const lower = text.toLowerCase();
  if (lower.includes('@')) return { ...NOTHING, email: lower };
  return {
    number: readNumber(text),
    email: /\s/.test(lower) ? null : lower,
    name: readName(text),
    phone: readPhoneEnd(text),
    tracking: readTracking(text),
    sku: lower.length >= SHORTEST_SKU ? lower : null,
  };
}

/** Neither what has digits and is joined like an SKU, nor letters alone, which begin too many words. */
function readName(text: string): string | null {
  const words = fold(text);
  const isCode = /\d/.test(text) && /[\p{L}\p{N}][-./_][\p{L}\p{N}]/u.test(text);
  return isCode || /^(?:[a-z]?(?: [a-z])*)$/.test(words) ? null : words;
}

/** People type a number with or without its hyphen. */
function readNumber(text: string): string | null {
  const bare = text.toUpperCase().replace(/[\s-]/g, '');
  if (!/^[0-9A-Z]+$/.test(bare)) return null;
  if (bare.length < SHORTEST_NUMBER || bare.length > LONGEST_NUMBER) return null;
  return bare.length > 4 ? `${bare.slice(0, 4)}-${bare.slice(4)}` : bare;
}

/**
 * The digits of a phone number. Of a long one without the zeros before it, which are dialled within
 * a country or before its code and are not stored.
 */
function readPhoneEnd(text: string): string | null {
  if (!/^[\d\s+()./-]+$/.test(text)) return null;
  const dialled = text.replace('(0)', '').replace(/\D/g, '');
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
