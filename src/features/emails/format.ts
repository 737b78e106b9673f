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

/** A name to greet a person by; null for one that could be read as a message or a link. */
export function plainName(name: string): string | null {
  return /^[\p{L}\p{M}\p{N} '’-]{1,60}$/u.test(name) ? name : null;
}

/** A place as an address has it; null for one that could be read as a link or a message in lines. */
export function plainPlace(place: string): string | null {
  const isPlain = /^[\p{L}\p{M}\p{N} .,'’()/-]{1,60}$/u.test(place);
  return isPlain && !/\.\S|\/\//u.test(place) ? place : null;
}
