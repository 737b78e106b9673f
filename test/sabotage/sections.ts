import type { Sabotage } from './patch.ts';

const CATEGORIES = 'src/features/merchandising/categories.ts';
const COLLECTIONS = 'src/features/merchandising/collections.ts';
const EDITS = 'src/features/merchandising/section-edits.ts';
const SLUGS = 'src/features/merchandising/section-slugs.ts';

const categories = ['test/api/categories.test.ts'];
const collections = ['test/api/collections.test.ts'];

/** Ways to lose a category or collection, its products or its addresses. */
export const sections: Sabotage[] = [
  {
    name: 'saves an edit of a category over what somebody else saved',
    edits: [
      {
        file: 'src/features/merchandising/categories.ts',
        find: 'requireVersion(old, version);',
        replace: 'void requireVersion;',
      },
    ],
    caughtBy: categories,
  },
  {
    name: 'edits a category while somebody else does',
    edits: [
      {
        file: 'src/features/edit-as-admin.ts',
        find: 'await lockInTransaction(tx, ...locks);',
        replace: '',
      },
    ],
    caughtBy: categories,
  },
  {
    name: 'lets everyone with an account edit a category',
    edits: [
      {
        file: 'src/features/edit-as-admin.ts',
        find: 'const admin = requireAdmin(actor);',
        replace: "const admin = { id: actor.user?.id ?? 'guest' };",
      },
      {
        file: 'src/features/edit-as-admin.ts',
        find: "import { requireAdmin } from './permissions.ts';",
        replace: '',
      },
    ],
    caughtBy: categories,
  },
  {
    name: 'removes a category that the offers of the home page come from',
    edits: [{ file: CATEGORIES, find: 'if (category.offers) {', replace: 'if (false) {' }],
    caughtBy: categories,
  },
  {
    name: 'removes a category that the rule of a collection names, as far as it can',
    edits: [{ file: CATEGORIES, find: 'if (rules.length > 0) {', replace: 'if (false) {' }],
    caughtBy: collections,
  },
  {
    name: 'leaves the offers of the home page to several categories',
    edits: [
      {
        file: CATEGORIES,
        find: 'if (offers) await takeOffers(tx, id);',
        replace: 'void takeOffers;',
      },
    ],
    caughtBy: categories,
  },
  {
    name: 'gives a category an address that was of another one',
    edits: [{ file: SLUGS, find: `where taken.\${owner} = excluded.\${owner}`, replace: '' }],
    caughtBy: categories,
  },
  {
    name: 'gives a category the address of a page of the shop',
    edits: [
      {
        file: SLUGS,
        find: "if (kind === 'category' && isReservedSlug(slug)) {",
        replace: "if (kind === 'collection' && isReservedSlug(slug)) {",
      },
    ],
    caughtBy: categories,
  },
  {
    name: 'lets a category into a menu that is full',
    edits: [
      {
        file: EDITS,
        find: 'if ((await countInMenu(tx)) <= MAX_IN_MENU) return;',
        replace: 'if ((await countInMenu(tx)) <= MAX_IN_MENU + 50) return;',
      },
    ],
    caughtBy: categories,
  },
  {
    name: 'takes an order that leaves a category out',
    edits: [
      {
        file: 'src/features/reorder-rows.ts',
        find: 'const isSame = ids.length === before.length && new Set(ids).size === ids.length;',
        replace: 'const isSame = true;',
      },
    ],
    caughtBy: categories,
  },
  {
    name: 'keeps the chosen products of a collection that has a rule now',
    edits: [
      {
        file: COLLECTIONS,
        find: 'if (rule) await replaceChosen(tx, id, []);\n  else if (products)',
        replace: 'if (!rule && products)',
      },
    ],
    caughtBy: collections,
  },
  {
    name: 'shows a pinned product first that is sold out',
    edits: [
      {
        file: 'src/features/catalog/search/ranking.ts',
        find: '(i.in_stock and i.product_id',
        replace: '(i.product_id',
      },
    ],
    caughtBy: ['test/api/pins.test.ts'],
  },
  {
    name: 'lets a pinned product decide how a text is read',
    edits: [
      {
        file: 'src/features/catalog/search/understand.ts',
        find: 'const reading = await firstThatFinds(ctx, readings, { ...asked, indexed });',
        replace:
          'const reading = rules.pinned.length > 0 ? { ...readings[0]!, newest: null } : await firstThatFinds(ctx, readings, { ...asked, indexed });',
      },
    ],
    caughtBy: ['test/api/pins.test.ts'],
  },
  {
    name: "reads the end of 'men's' as a size",
    edits: [
      {
        file: 'src/features/catalog/search/search-text.ts',
        find: "text.replace(POSSESSIVE, '')",
        replace: 'text',
      },
    ],
    caughtBy: ['test/api/search.test.ts'],
  },
  {
    name: 'counts the values of a collection by hand in the whole shop',
    edits: [
      {
        file: 'src/features/catalog/search/facets.ts',
        find: 'const filter = { ...read.filter, found };',
        replace: 'const filter = { ...read.filter, found: found && null };',
      },
    ],
    caughtBy: ['test/api/browse.test.ts'],
  },
  {
    name: 'counts a click on any suggestion as a search that found something',
    edits: [
      {
        file: 'src/features/search-reports/search-reports.store.ts',
        find: 'where (i.listed and',
        replace: 'where true or (i.listed and',
      },
    ],
    caughtBy: ['test/api/search-reports.test.ts'],
  },
  {
    name: 'counts a pinned product twice',
    edits: [
      {
        file: 'src/features/catalog/search/hits.store.ts',
        find: 'and(lets(filter), isUnpinned(filter))',
        replace: '(void isUnpinned, lets(filter))',
      },
    ],
    caughtBy: ['test/api/pins.test.ts'],
  },
  {
    name: 'offers everyone what one person searched',
    edits: [
      {
        file: 'src/features/search-reports/search-counter.ts',
        find: 'if (known.has(site) || known.size >= MAX_SITES) return false;',
        replace: 'if (known.size >= MAX_SITES) return false;',
      },
      {
        file: 'src/features/search-reports/search-counter.ts',
        find: 'known.add(site);',
        replace: 'known.add(address);',
      },
    ],
    caughtBy: ['test/api/search-reports.test.ts'],
  },
  {
    name: 'overwrites a text that somebody else changed meanwhile',
    edits: [
      {
        file: 'src/features/texts/texts.ts',
        find: '    if (before.version !== version) throw changedMeanwhile(before);\n',
        replace: '',
      },
    ],
    caughtBy: ['test/api/texts.test.ts'],
  },
  {
    name: 'offers searches with any words',
    edits: [
      {
        file: 'src/features/catalog/search/own-words.ts',
        find: '.every(isOwn)',
        replace: '.some(isOwn)',
      },
    ],
    caughtBy: ['test/api/search-reports.test.ts'],
  },
];
