import { moneyFormat } from './money-format.ts';

/**
 * A whole number for people: 1204567 becomes '1,204,567', or '1.204.567' if the shop's prices are
 * written like that. It does not use `Intl`, because the browser's formats take a phone a tenth of
 * a second to load.
 */
export function withThousands(whole: number): string {
  return groupDigits(String(whole));
}

/** Groups the digits before the decimals, as `Intl` does in the shop's locale. */
export function groupDigits(number: string): string {
  const { group, groupStart } = moneyFormat;
  return number.replace(new RegExp(groupStart, 'g'), group);
}
