import { z } from 'zod';

/**
 * Identifies a request, so that sending it twice has one effect. The keys that the shop makes
 * itself, for refunds and changes of the stock, have a space, so none of them equals one that was
 * sent.
 */
export const requestKey = z
  .string()
  .trim()
  .min(1, 'A key is needed.')
  .max(200)
  .regex(/^\S*$/, 'A key must not contain spaces.');
