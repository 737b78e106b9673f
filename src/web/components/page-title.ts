import { shop } from '#shop-config';

/** The descriptors of a page's title and, where it has one, its description. */
export function pageTitle(title: string, description?: string) {
  return [
    { title: title === shop.brand ? title : `${title} · ${shop.brand}` },
    ...(description ? [{ name: 'description', content: description.slice(0, 160) }] : []),
  ];
}
