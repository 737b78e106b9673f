/** How text from a spreadsheet is read. */

/** A whole number without separators; null for other text. */
export function readWhole(text: string): string | null {
  const whole = text.trim().replace(/[\s,.](?=\d{3}(\D|$))/g, '');
  return /^\d+$/.test(whole) ? String(Number(whole)) : null;
}

export const isWhole = (text: string, most: number) =>
  /^\d{1,8}$/.test(text) && Number(text) <= most;
