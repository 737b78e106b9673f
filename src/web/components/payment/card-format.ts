/** Formats and checks what is typed into a card form. */

const MAX_DIGITS = 19;

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Groups of four; American Express in 4, 6 and 5. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, MAX_DIGITS);
  const groups = /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)]
    : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter(Boolean).join(' ');
}

/** `1228` becomes `12 / 28`, `3` becomes `03`, `12/2028` becomes `12 / 28`. */
export function formatExpiry(text: string): string {
  const [first = '', second] = text.split('/');
  let digits = digitsOf(text);
  const month = digitsOf(first);
  if (month.length === 1 && (Number(month) > 1 || second !== undefined)) {
    digits = `0${month}${digitsOf(second ?? '')}`;
  }
  if (digits.length === 6 && digits.slice(2, 4) === '20') {
    digits = digits.slice(0, 2) + digits.slice(4);
  }
  digits = digits.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export function formatCvc(text: string): string {
  return digitsOf(text).slice(0, 4);
}

/** Month and full year of an expiry date; null for an invalid one. */
export function readExpiry(text: string): { month: number; year: number } | null {
  const match = /^(\d{2})(\d{2})$/.exec(digitsOf(text));
  const month = Number(match?.[1]);
  if (!match || month < 1 || month > 12) return null;
  return { month, year: 2000 + Number(match[2]) };
}

export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
}

/** The error of a field as a sentence; null without one. */
export function checkCardField(field: keyof TypedCard, text: string): string | null {
  if (field === 'number') {
    const digits = digitsOf(text);
    if (digits === '') return 'Your card number is needed.';
    if (digits.length < 13) return 'Your card number is incomplete.';
    return passesLuhn(digits) ? null : 'That card number is not valid. Please check its digits.';
  }
  if (field === 'expiry') {
    if (digitsOf(text) === '') return 'The expiry date is needed.';
    return readExpiry(text)
      ? null
      : 'Please enter the expiry date as a month and a year, such as 08 / 29.';
  }
  if (text === '') return 'The security code is needed.';
  return text.length >= 3 ? null : 'The security code has 3 or 4 digits.';
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The caret's position after formatting: after the same number of digits as before. */
export function caretAfterDigits(formatted: string, digitCount: number): number {
  if (digitCount === 0) return 0;
  let seen = 0;
  for (let at = 0; at < formatted.length; at += 1) {
    if (/\d/.test(formatted[at] ?? '')) seen += 1;
    if (seen === digitCount) return at + 1;
  }
  return formatted.length;
}
