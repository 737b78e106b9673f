import { randomInt } from 'node:crypto';

// Without 0/O, 1/I/L and U, which people misread or misspell.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A number that a customer can say on the phone: 8 of 30 characters in two groups, `7K3M-2Q9D`.
 * Random, so that it does not reveal the number of orders. There are 656 billion, and a unique
 * column catches a repetition.
 */
export function newOrderNumber(): string {
  const characters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${characters.slice(0, 4).join('')}-${characters.slice(4).join('')}`;
}
