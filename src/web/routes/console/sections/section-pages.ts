/** The words and addresses that differ between categories, collections, and pages with own text. */
export const sectionPages = {
  category: {
    thing: 'category',
    title: 'Categories',
    /** The page of their list. */
    list: '/admin/categories',
    /** The beginning of the paths of their pages in the shop. */
    path: '/',
  },
  collection: {
    thing: 'collection',
    title: 'Collections',
    list: '/admin/collections',
    path: '/collections/',
  },
  page: {
    thing: 'page',
    title: 'Pages',
    list: '/admin/pages',
    path: '/pages/',
  },
} as const;

export type SectionPages = (typeof sectionPages)[keyof typeof sectionPages];

/** The page of an editor. */
export function editorOf({ list }: SectionPages, id: string): string {
  return `${list}/${encodeURIComponent(id)}`;
}

/** The id in the address of an editor; null for `new`, a section that is not saved yet. */
export function savedId(id: string): string | null {
  return id === 'new' ? null : id;
}
