/** What moves up or down in a search, beside its pinned products. */

import { AppError } from '#shared/errors.ts';
import { LONGEST_BOOST_VALUE } from '#shared/field-lengths.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import { fold } from '../catalog/catalog.ts';
import { type Boost, type BoostKind, MOST_STEPS } from '../catalog/search.schema.ts';
import type { Ctx } from '../context.ts';
import { replaceBoosts, selectBoosts, selectHasProduct } from './boosts.store.ts';
import { MAX_BOOSTS } from './pins.schema.ts';
import { selectPins } from './pins.store.ts';
import { change, gone, refused } from './pins.ts';

/**
 * Sets the boosts of a search (admin); `shown` are those that the editor saw: 412 `edit_conflict`
 * when somebody else changed them meanwhile. A new one names its category as people read it.
 */
export async function editBoosts(
  ctx: Ctx,
  actor: Actor,
  {
    id,
    shown,
    boosts,
    added,
  }: { id: string; shown: readonly Boost[]; boosts: readonly Boost[]; added: Boost | null },
): Promise<void> {
  await change(ctx, actor, async (tx, adminId) => {
    const pins = await selectPins(tx, id);
    if (!pins) throw gone('edit_conflict');
    const stored = (await selectBoosts(tx, id)).map(plain);
    if (textOf(stored) !== textOf(shown)) {
      throw new AppError(
        'edit_conflict',
        'Somebody else has changed these boosts. They are shown as they are now: please look at them and try again.',
      );
    }
    const all = added ? [...boosts, await readBoost(ctx, added)] : boosts;
    // The last one of the same counts, so that adding it again changes its steps.
    const wanted = [...new Map(all.map((one) => [keyOf(one), plain(one)])).values()];
    requireFits(wanted);
    for (const { kind, value } of wanted) {
      if (kind === 'product' && !stored.some((one) => one.value === value)) {
        await requireProduct(await selectHasProduct(tx, value));
      }
    }
    if (textOf(wanted) === textOf(stored)) return;
    await replaceBoosts(tx, id, wanted);
    const changed = { boosts: [stored, wanted] };
    await recordAudit(tx, adminId, 'pins.boost', id, { query: pins.query, changed });
  });
}

async function readBoost({ siteContent }: Ctx, { kind, value, steps }: Boost): Promise<Boost> {
  const text = value.toWellFormed().replaceAll('\0', '').trim();
  if (kind !== 'category') return { kind, value: text, steps };
  const { categories } = await siteContent.read();
  const category = categories.find(({ name }) => fold(name) === fold(text));
  if (!category) throw refused('There is no category with this name.');
  return { kind, value: category.id, steps };
}

function requireFits(boosts: readonly Boost[]): void {
  if (boosts.length > MAX_BOOSTS) {
    throw refused(`A search has at most ${MAX_BOOSTS} boosts. Take one out first.`);
  }
  for (const { kind, value, steps } of boosts) {
    if (value === '' || value.length > LONGEST_BOOST_VALUE)
      throw refused(`Please write ${named[kind]}.`);
    if (!Number.isInteger(steps) || steps === 0 || Math.abs(steps) > MOST_STEPS) {
      throw refused(`A boost has one to ${MOST_STEPS} steps, up or down.`);
    }
  }
}

const named: Record<BoostKind, string> = {
  category: 'the name of a category',
  brand: `a brand of at most ${LONGEST_BOOST_VALUE} letters`,
  tag: `a tag of at most ${LONGEST_BOOST_VALUE} letters`,
  product: 'a product',
};

function requireProduct(isThere: boolean): void {
  if (!isThere) throw refused('This product is not there any more. Choose another one.');
}

/** A boost without the name that staff read. */
export function plain({ kind, value, steps }: Boost): Boost {
  return { kind, value, steps };
}

// Brands are compared in any case.
function keyOf({ kind, value }: Boost): string {
  return `${kind}:${kind === 'brand' ? value.toLowerCase() : value}`;
}

/** Stands for boosts, whatever their order. */
export function textOf(boosts: readonly Boost[]): string {
  return JSON.stringify(boosts.map(({ kind, value, steps }) => [kind, value, steps]).sort());
}
