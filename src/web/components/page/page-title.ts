import type { MetaDescriptor } from 'react-router';
import { firstCharacters } from '#shared/first-characters.ts';
import { shop } from '#shop-config';

/** The descriptors of a page's title and, where it has one, its description. */
export function pageTitle(title: string, description?: string): MetaDescriptor[] {
  return [
    { title: title === shop.brand ? title : `${title} · ${shop.brand}` },
    ...(description ? [{ name: 'description', content: excerpt(description) }] : []),
  ];
}

/** The same for a page that is nobody else's business: search engines leave it out. */
export function privatePage(title: string, description: string): MetaDescriptor[] {
  return [...pageTitle(title, description), { name: 'robots', content: 'noindex' }];
}

/** As much of a text as results and cards show, cut between words. */
export function excerpt(text: string): string {
  const shown = firstCharacters(text, 160);
  return shown === text ? text : `${shown.replace(/\s+\S*$/, '')} …`;
}
