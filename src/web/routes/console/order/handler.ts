/** What the forms of the page of an order have in common. */
import { AppError } from '#shared/errors.ts';
import type { Visit } from '../../../shop-context.ts';

export type Handler = (
  visit: Visit,
  id: string,
  posted: FormData,
  /** What the page showed, and what makes repeated posts one. */
  shown: { version: number; key: string },
) => Promise<string>;

/** The lines with units; those at 0 stay for another parcel. Each has a field for either. */
export function readLines(posted: FormData): { sku: string; quantity: number }[] {
  const units = posted.getAll('units');
  return posted
    .getAll('sku')
    .map((sku, index) => ({ sku: String(sku), quantity: Number(units[index]) }))
    .filter(({ quantity }) => quantity !== 0);
}

export function invalid(message = 'Please reload the page and try again.'): AppError {
  return new AppError('invalid_request', message);
}
