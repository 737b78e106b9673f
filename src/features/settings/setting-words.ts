/** Writes values of settings in words. */
import { counted } from '#shared/counted.ts';
import { formatMoney, toMinor } from '#shared/money.ts';
import type { Setting } from './settings.schema.ts';

export const setting = (name: string, about: string, value: string, words = ''): Setting => ({
  name,
  about,
  value,
  words,
});

/** Several values in one line. */
export const listed = (values: readonly string[] | undefined): string =>
  values && values.length > 0 ? values.join(', ') : 'None';

/** A number of things, of which 0 has a word of its own. */
export const countedOr = (zero: string, count: number, thing: string): string =>
  count === 0 ? zero : counted(count, thing);

/** An amount of `shop.config.ts`. */
export const amount = (value: number): string => formatMoney(toMinor(value));

/** A span of working days; null where none is promised. */
export const workingDays = (days: [number, number] | undefined): string =>
  days ? `${days[0]} to ${days[1]} working days` : 'No day is promised';

export const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');
