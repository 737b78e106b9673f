import { formatMinor } from '#shared/money.ts';

/** An amount with its currency: '$1,234.56', 'BDT 1,234.56'. */
export function money(minor: number, currency: string): string {
  return `${currency === 'USD' ? '$' : `${currency} `}${formatMinor(minor)}`;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day as the pages write it, from an ISO 8601 time. */
export function day(iso: string): string {
  return dayFormat.format(new Date(iso));
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** A point in time as the pages write it, from an ISO 8601 time. */
export function time(iso: string): string {
  return `${timeFormat.format(new Date(iso))} UTC`;
}

/** A text for a place that has one line: a subject, a name beside an address. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
