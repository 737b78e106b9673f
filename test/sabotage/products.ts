import type { Sabotage } from './patch.ts';

const EDIT = 'src/features/product-management/edit-product.ts';
const STORE = 'src/features/product-management/edit-product.store.ts';
const PAST_PRICES = 'src/db/migrations/0076_unfinished_drafts.sql';
const OPTIONS = 'src/shared/variant-rules.ts';
const MIGRATION = 'src/db/migrations/0014_editable_products.sql';

/** Ways to lose what staff wrote, or to sell what they took out of the shop. */
export const products: Sabotage[] = [
  {
    name: 'lets customers read what goods cost the shop',
    edits: [
      {
        file: 'src/features/permissions.ts',
        find: "case 'shopper':\n      return false;",
        replace: "case 'shopper':\n      return true;",
      },
    ],
    caughtBy: ['test/api/costs.test.ts'],
  },
  {
    name: 'enlarges images beyond what was uploaded',
    edits: [
      {
        file: 'src/features/images/encode-image.ts',
        find: ".resize({ ...box, fit: 'inside', withoutEnlargement: true })",
        replace: ".resize({ ...box, fit: 'inside' })",
      },
    ],
    caughtBy: ['test/api/uploads.test.ts'],
  },
  {
    name: 'saves an edit of an older version',
    edits: [
      {
        file: EDIT,
        find: 'requireVersion(before, version);',
        replace: 'void requireVersion;',
      },
    ],
    caughtBy: ['test/api/product-editing.test.ts', 'test/races/product-edits.test.ts'],
  },
  {
    name: 'sets units on hand over what was sold since they were shown',
    edits: [
      {
        file: 'src/features/product-management/set-on-hand.ts',
        find: 'if (from !== now) {',
        replace: 'if (Number.isNaN(from - now)) {',
      },
    ],
    caughtBy: ['test/api/product-editing.test.ts', 'test/api/bulk-edits.test.ts'],
  },
  {
    name: 'compares the units of an edit before it locks them',
    edits: [
      {
        file: EDIT,
        find: `  if (isOnSaleAffected || isOrdered || changes.images) await lockVariantsOf(tx, [id]);
  const units = await changeUnits(ctx, tx, actorId, id, changes);`,
        replace: `  const units = await changeUnits(ctx, tx, actorId, id, changes);
  if (isOnSaleAffected || isOrdered || changes.images) await lockVariantsOf(tx, [id]);`,
      },
    ],
    caughtBy: ['test/races/product-edits.test.ts'],
  },
  {
    name: 'takes units that orders reserve by an edit of the product',
    edits: [
      {
        file: 'src/features/product-management/set-on-hand.ts',
        find: 'if (to >= reserved) return null;',
        replace: 'if (to >= 0) return null;',
      },
    ],
    caughtBy: ['test/api/product-editing.test.ts'],
  },
  {
    name: 'reads a product that it edits before it locks it',
    edits: [
      {
        file: EDIT,
        find: `  await lockProducts(tx, [id]);
  return (await selectStaffProduct(tx, id)) ?? notFound();`,
        replace: `  const found = (await selectStaffProduct(tx, id)) ?? notFound();
  await lockProducts(tx, [id]);
  return found;`,
      },
    ],
    caughtBy: ['test/races/product-edits.test.ts'],
  },
  {
    name: 'locks the variants of an edit in the order of the edit',
    edits: [
      {
        file: EDIT,
        find: 'if (isOnSaleAffected || isOrdered || changes.images) await lockVariantsOf(tx, [id]);',
        replace: '',
      },
    ],
    caughtBy: ['test/races/product-edits.test.ts'],
  },
  {
    name: 'makes an SKU that another product has',
    edits: [
      {
        file: 'src/features/product-management/make-skus.ts',
        find: 'const taken = await selectTaken(tx, candidatesOf(most));',
        replace: 'const taken = await selectTaken(tx, []);',
      },
    ],
    caughtBy: ['test/api/made-skus.test.ts'],
  },
  {
    name: 'leaves archived variants on sale, and the database has no guard either',
    edits: [
      {
        file: STORE,
        find: '(variants.archived_at is null and products',
        replace: '(variants.archived_at is null or products',
      },
      {
        file: MIGRATION,
        find: 'CHECK (not ("variants"."active" and "variants"."archived_at" is not null))',
        replace: 'CHECK (true)',
      },
    ],
    caughtBy: ['test/api/editing-variants.test.ts'],
  },
  {
    name: 'leaves products on sale that are drafts or scheduled',
    edits: [{ file: STORE, find: "status = 'active')`);", replace: "status <> 'archived')`);" }],
    caughtBy: ['test/api/product-status.test.ts'],
  },
  {
    name: 'gives the former slug of a product to another one, and the database has no guard either',
    edits: [
      {
        file: 'src/features/product-management/product-management.store.ts',
        find: 'inArray(productSlugs.slug, slugs), ne(productSlugs.productId, exceptOf)',
        replace: "inArray(productSlugs.slug, slugs), eq(productSlugs.productId, '')",
      },
      {
        file: 'src/features/product-management/product-management.store.ts',
        find: "import { and, inArray, isNull, ne } from 'drizzle-orm';",
        replace: "import { and, eq, inArray, isNull, ne } from 'drizzle-orm';",
      },
      {
        file: MIGRATION,
        find: 'IF NEW.deleted_at IS NOT NULL THEN RETURN NEW; END IF;',
        replace: 'RETURN NEW;',
      },
    ],
    caughtBy: ['test/api/product-status.test.ts'],
  },
  {
    name: 'lets a product take a slug that another one is giving up',
    edits: [
      {
        file: MIGRATION,
        find: "PERFORM pg_advisory_xact_lock_shared(hashtextextended('online-shop:slugs', 0));",
        replace: '',
      },
    ],
    caughtBy: ['test/races/product-edits.test.ts'],
  },
  {
    name: 'adds a product with an address that is just being given up',
    edits: [
      {
        file: 'src/db/migrations/0079_slugs_of_statements.sql',
        find: "PERFORM pg_advisory_xact_lock_shared(hashtextextended('online-shop:slugs', 0));",
        replace: '',
      },
    ],
    caughtBy: ['test/races/product-edits.test.ts'],
  },
  {
    name: 'forgets what a variant cost when the price of its product changes',
    edits: [
      {
        file: PAST_PRICES,
        find: 'WHERE (p.has_price OR',
        replace: 'WHERE false AND (p.has_price OR',
      },
    ],
    caughtBy: ['test/api/stock-history.test.ts'],
  },
  {
    name: 'records prices that nobody saw, from within a transaction',
    edits: [
      {
        file: PAST_PRICES,
        find: 'WHERE f.variant_id = v.id\n         AND f.ended_at',
        replace: 'WHERE false AND f.variant_id = v.id\n         AND f.ended_at',
      },
    ],
    caughtBy: ['test/api/stock-history.test.ts'],
  },
  {
    name: 'lets a variant without options stand on sale beside others',
    edits: [
      {
        file: OPTIONS,
        find: 'return live.some(isPlain) && !live.every(isPlain);',
        replace: 'return live.length === 0 && live.some(isPlain);',
      },
    ],
    caughtBy: ['test/api/editing-variants.test.ts'],
  },
  {
    name: 'refuses every change of a product whose variant without options was beside others before',
    edits: [
      {
        file: OPTIONS,
        find: 'return hasPlainBesideOthers(after) && !hasPlainBesideOthers(before);',
        replace: 'return hasPlainBesideOthers(after) && before.length > 0;',
      },
    ],
    caughtBy: ['test/api/editing-variants.test.ts'],
  },
];
