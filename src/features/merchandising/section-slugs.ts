/**
 * Owns the addresses of categories and collections. They are unique, and no section gets an address
 * that another one had. The caller holds the lock of `withSections`.
 */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { numberedSlugs, slugify } from '#shared/slugify.ts';
import { isReservedSlug } from './reserved-slugs.ts';

export type SectionKind = 'category' | 'collection';

/** The most slugs that are tried for a name. */
const MOST_TRIED = 200;

const tables = {
  category: { slugs: sql.identifier('category_slugs'), owner: sql.identifier('category_id') },
  collection: { slugs: sql.identifier('collection_slugs'), owner: sql.identifier('collection_id') },
};

/** Makes a slug the section's own for good. Refuses one that another section has or had. */
export async function takeSlug(
  tx: Tx,
  kind: SectionKind,
  { id, slug, at }: { id: string; slug: string; at: Date },
): Promise<void> {
  // Collections have a path of their own.
  if (kind === 'category' && isReservedSlug(slug)) {
    throw refused(`The address "/${slug}" is a page of the shop itself.`);
  }
  const { slugs, owner } = tables[kind];
  const time = at.toISOString();
  const { rowCount } = await tx.execute(sql`
    insert into ${slugs} as taken (slug, ${owner}, created_at) values (${slug}, ${id}, ${time})
    on conflict (slug) do update set created_at = excluded.created_at
    where taken.${owner} = excluded.${owner}`);
  if (rowCount === 0) throw refused(`The address "${slug}" belongs to another ${kind}, or did.`);
}

/** A free slug made from a name: 'rain-coats', else 'rain-coats-2' and so on. */
export async function freeSlug(tx: Tx, kind: SectionKind, name: string): Promise<string> {
  const wanted = numberedSlugs(slugOf(name, kind), MOST_TRIED);
  const { rows } = await tx.execute<{ slug: string }>(
    sql`select slug from ${tables[kind].slugs} where slug = any(${sql.param(wanted)}::text[])`,
  );
  const taken = new Set(rows.map(({ slug }) => slug));
  const free = wanted.find(
    (one) => !taken.has(one) && !(kind === 'category' && isReservedSlug(one)),
  );
  if (free === undefined) throw refused('Please choose an address.');
  return free;
}

/** The slug for a name. A name without a Latin letter gets that of the kind. */
export function slugOf(name: string, kind: SectionKind): string {
  return slugify(name, kind);
}

function refused(reason: string): AppError {
  return new AppError('invalid_request', `${reason} Please choose another one.`);
}
