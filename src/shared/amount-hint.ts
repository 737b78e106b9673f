import { toDecimalText } from './money.ts';

/** The message for a field that needs an amount but contains something else. */
export function amountHint(what: string): string {
  return `${what} is a number such as ${toDecimalText(2_990)}.`;
}
