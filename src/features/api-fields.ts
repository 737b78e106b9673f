/** Parameters and responses that several calls share. */
import { z } from '@hono/zod-openapi';
import type { Page } from '#shared/cursor.ts';

export const idParam = z.object({
  id: z
    .string()
    .min(1)
    .max(120)
    .openapi({ param: { name: 'id', in: 'path' } }),
});

/** The most items that a call returns at once. */
export const MAX_ITEMS = 100;

/**
 * Cursor pagination: `limit` from 1 to `MAX_ITEMS`, `after` from the `Link: rel="next"` header.
 */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_ITEMS).optional().openapi({ example: 24 }),
  after: z.string().min(1).max(400).optional(),
});

/** An image in a form. Its content is checked when it is uploaded. */
export const imageFile = z
  .custom<File>((value) => value instanceof File, 'Please send one file.')
  .openapi({ type: 'string', format: 'binary' });

export const deletion = z.object({ deletedCount: z.int() }).openapi('Deletion');

/** The Link header for the next page; undefined on the last one. */
export function nextLink(url: string, page: Page<unknown>): string | undefined {
  if (!page.next) return undefined;
  const { pathname, searchParams } = new URL(url);
  searchParams.set('after', page.next);
  return `<${pathname}?${searchParams}>; rel="next"`;
}
