import { toDecimalText } from './money.ts';

/**
 * The message for a field that needs an amount but contains something else. Without `what`, it
 * stands at the field.
 */
export function amountHint(what: string | null): string {
  const example = toDecimalText(2_990);
  return what === null
    ? `Please enter a price such as ${example}.`
    : `${what} is a number such as ${example}.`;
}
