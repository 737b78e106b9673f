/** What the pages of categories and those of collections name differently. */
export const sectionPages = {
  category: {
    thing: 'category',
    title: 'Categories',
    /** The page of their list. */
    list: '/admin/categories',
    /** What the addresses of their pages in the shop begin with. */
    path: '/',
  },
  collection: {
    thing: 'collection',
    title: 'Collections',
    list: '/admin/collections',
    path: '/collections/',
  },
} as const;

export type SectionPages = (typeof sectionPages)[keyof typeof sectionPages];

/** The page of an editor. */
export function editorOf({ list }: SectionPages, id: string): string {
  return `${list}/${encodeURIComponent(id)}`;
}

/** The id in the address of an editor; null in that of one that is not saved yet, `new`. */
export function savedId(id: string): string | null {
  return id === 'new' ? null : id;
}
