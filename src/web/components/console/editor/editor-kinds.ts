import type { Notices } from '../../../notices.ts';

const category = {
  thing: 'category',
  /** The name of their list. */
  title: 'Categories',
  /** The page of their list. */
  list: '/admin/categories',
  /** The beginning of the paths of their pages in the shop. */
  path: '/',
  /** What becomes of an address. */
  aboutAddress:
    'One that was made from the name follows it. Old addresses lead to the new one for good.',
};

/** The words and addresses that differ between categories, collections, and pages with own text. */
export const editorKinds = {
  category,
  collection: {
    ...category,
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
    aboutAddress: 'Old addresses lead to the new one.',
  },
} as const;

export type EditorKind = (typeof editorKinds)[keyof typeof editorKinds];

/** The page of an editor. */
export function editorOf({ list }: EditorKind, id: string): string {
  return `${list}/${encodeURIComponent(id)}`;
}

/** What the pages of an editor and of its list say after a change. */
export type EditorNotices = Record<
  'record-added' | 'record-saved' | 'record-removed',
  Notices[string]
>;

export function editorNotices({ thing }: EditorKind): EditorNotices {
  const added =
    // It may be a draft.
    thing === 'page' ? 'The page is added.' : `The ${thing} is added, and its page is in the shop.`;
  return {
    'record-added': { tone: 'success', text: added },
    'record-saved': { tone: 'success', text: 'Saved.' },
    'record-removed': { tone: 'success', text: `The ${thing} is removed.` },
  };
}
