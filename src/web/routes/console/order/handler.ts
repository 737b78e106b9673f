/** What the forms of the page of an order have in common. */
import { AppError } from '#shared/errors.ts';
import type { Visit } from '../../../shop-context.ts';

export type Handler = (
  visit: Visit,
  id: string,
  posted: FormData,
  /** The version that the page showed, and the key that makes repeated posts count once. */
  shown: { version: number; key: string },
) => Promise<string>;

/**
 * The lines with units. Lines with 0 stay for another parcel. Each line has a field for its SKU and
 * one for its units.
 */
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
