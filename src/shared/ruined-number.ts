/**
 * Whether a spreadsheet has shortened a long number, such as a barcode: 4,00638E+12 has lost its last
 * digits.
 */
export function isRuinedNumber(text: string): boolean {
  return /^\d([.,]\d+)?E\+\d{1,2}$/i.test(text);
}

export const RUINED_BARCODE = 'Excel changed this barcode: its last digits are lost.';
