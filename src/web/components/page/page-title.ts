import type { MetaDescriptor } from 'react-router';
import { firstCharacters } from '#shared/first-characters.ts';
import { shop } from '#shop-config';

/** The title of a page with the name of the shop, unless it ends with that already. */
export function withBrand(title: string): string {
  return ` ${title}`.endsWith(` ${shop.brand}`) ? title : `${title} · ${shop.brand}`;
}

/** The descriptors of a page's title and, where it has one, its description. */
export function pageTitle(title: string, description?: string): MetaDescriptor[] {
  return [
    { title: withBrand(title) },
    ...(description ? [{ name: 'description', content: excerpt(description) }] : []),
  ];
}

/**
 * The descriptors of the title and the description of a private page, which search engines must
 * leave out.
 */
export function privatePage(title: string, description: string): MetaDescriptor[] {
  return [...pageTitle(title, description), { name: 'robots', content: 'noindex' }];
}

/** The beginning of a text, as much as search results and cards show, cut between words. */
export function excerpt(text: string): string {
  const shown = firstCharacters(text, 160);
  return shown === text ? text : `${shown.replace(/\s+\S*$/, '')} …`;
}
