/** How text from a spreadsheet is read. */
import { toDecimalText } from '#shared/money.ts';
import { parseMoney } from '#shared/parse-money.ts';

/**
 * An amount from a spreadsheet, with a decimal point and no other signs: '$1,299.50' and '1.299,50
 * €' become '1299.50'. Text that is not an amount stays as it is.
 */
export function readAmount(text: string): string {
  const digits = text.replace(/[^\d.,-]/g, '');
  const comma = digits.lastIndexOf(',');
  const point = digits.lastIndexOf('.');
  const isGrouped = point === -1 && /^\d{1,3}(,\d{3})+$/.test(digits);
  const plain =
    comma > point && !isGrouped
      ? digits.replaceAll('.', '').replace(',', '.')
      : digits.replaceAll(',', '');
  const minor = /\d/.test(plain) ? parseMoney(plain) : null;
  return minor === null ? text.trim() : toDecimalText(minor);
}

/** A whole number without separators; null for other text. */
export function readWhole(text: string): string | null {
  const whole = text.trim().replace(/[\s,.](?=\d{3}(\D|$))/g, '');
  return /^\d+$/.test(whole) ? String(Number(whole)) : null;
}

export const isWhole = (text: string, most: number) =>
  /^\d{1,8}$/.test(text) && Number(text) <= most;
