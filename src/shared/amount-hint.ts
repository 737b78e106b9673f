import { toDecimalText } from './money.ts';

/** What to say of a field that must have an amount and has something else. */
export function amountHint(what: string): string {
  return `${what} is a number such as ${toDecimalText(2_990)}.`;
}
