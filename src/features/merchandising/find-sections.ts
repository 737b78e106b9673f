import { fitsWords } from '#shared/fits-words.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { selectNames as selectCategoryNames } from './categories.store.ts';
import { selectNames as selectCollectionNames } from './collections.store.ts';

interface Named {
  id: string;
  name: string;
}

/**
 * The first categories and collections whose names have a word for each word of a text, by its
 * beginning, in the order of staff (admin). A shop has few of either.
 */
export async function findSections(
  ctx: Ctx,
  actor: Actor,
  text: string,
  most: number,
): Promise<{ categories: Named[]; collections: Named[] }> {
  requireAdmin(actor);
  const [categories, collections] = await Promise.all([
    selectCategoryNames(ctx.db),
    selectCollectionNames(ctx.db),
  ]);
  const fitting = (all: Named[]) => all.filter(({ name }) => fitsWords(text, name)).slice(0, most);
  return { categories: fitting(categories), collections: fitting(collections) };
}
