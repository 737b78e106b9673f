/** What staff write of a page with their own text. */

import { z } from 'zod';
import { LONGEST_SECTION_NAME } from '#shared/field-lengths.ts';
import { NAME_NEEDED } from '#shared/field-messages.ts';
import { LONGEST_SLUG, NOT_A_SLUG, SLUG } from '#shared/slugify.ts';

export const MAX_PAGES = 50;
/** The most characters of a page, with its formatting. */
export const LONGEST_PAGE = 30_000;

/** The statuses of a page. Customers see only published ones. */
export const pageStatuses = ['published', 'draft'] as const;

export type PageStatus = (typeof pageStatuses)[number];

export const pageStatusLabels: Record<PageStatus, string> = {
  published: 'Published',
  draft: 'Draft',
};

export interface ShopPage {
  id: string;
  name: string;
  slug: string;
  formerSlugs: string[];
  /** Without formatting. */
  text: string;
  /** Sanitized; empty for a text without formatting. */
  html: string;
  status: PageStatus;
  /** Whether the footer links it once it is published. */
  inFooter: boolean;
  version: number;
  updatedAt: string;
}

export const PAGE_TOO_LONG = `A page can have at most ${LONGEST_PAGE.toLocaleString('en')} characters.`;

/**
 * Changes of a page. What is absent stays as it is. `html` is formatted text, which is sanitized;
 * another `text` removes the formatting.
 */
export const pageChanges = z.strictObject({
  name: z.string().trim().min(1, NAME_NEEDED).max(LONGEST_SECTION_NAME).optional(),
  slug: z.string().trim().max(LONGEST_SLUG).regex(SLUG, NOT_A_SLUG).optional(),
  text: z.string().trim().max(LONGEST_PAGE, PAGE_TOO_LONG).optional(),
  html: z.string().max(LONGEST_PAGE, PAGE_TOO_LONG).optional(),
  status: z.enum(pageStatuses).optional(),
  inFooter: z.boolean().optional(),
});
export const pageInput = pageChanges.required({ name: true });
export const pageRowOrder = z.strictObject({
  ids: z.array(z.string().min(1).max(120)).min(1).max(MAX_PAGES),
});

export type PageChanges = z.infer<typeof pageChanges>;
export type PageInput = z.infer<typeof pageInput>;

/** What customers see of a page. */
export type ShownPage = Pick<ShopPage, 'name' | 'text' | 'html'>;
