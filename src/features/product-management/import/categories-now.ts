/** The categories of an import, which staff may have renamed or deleted since it was described. */
import type { Ctx } from '../../context.ts';
import type { CategoriesNow, ImportInput, ImportResult } from '../import.schema.ts';

interface Named {
  id: string;
  name: string;
}

/** The category that staff chose for new products without one. */
type Chosen = Pick<ImportInput, 'category'> & { categoryId?: string | undefined };

/** The category for new products without one; undefined if it was deleted. */
export async function findChosenCategory(ctx: Ctx, chosen: Chosen): Promise<Named | undefined> {
  return chosenAmong((await ctx.siteContent.read()).categories, chosen);
}

/** What the categories of an import are called by now, for people. */
export async function categoriesNow(
  ctx: Ctx,
  input: ImportInput,
  { newCategories = [], keptCategories = [], archivedIn }: Partial<ImportResult>,
): Promise<CategoriesNow> {
  const { categories } = await ctx.siteContent.read();
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const nowOf = ({ id, name }: Named): string => {
    const now = names.get(id);
    if (now === undefined) return `${name} (deleted since)`;
    return now === name ? name : `${name} (now ${now})`;
  };
  return {
    chosen: chosenAmong(categories, input)?.name ?? null,
    // A dry run adds none, so they have no id.
    added: newCategories.flatMap((one) =>
      one.isUsed ? [one.id === '' ? one.name : nowOf(one)] : [],
    ),
    archivedIn: archivedIn ? nowOf(archivedIn) : null,
    kept: keptCategories.map((one) => (typeof one === 'string' ? one : nowOf(one))),
  };
}

/** The chosen category. A call without a job has only its name, as jobs of earlier versions do. */
export function chosenAmong<T extends Named>(
  categories: readonly T[],
  { category, categoryId }: Chosen,
): T | undefined {
  return categories.find(({ id, name }) =>
    categoryId === undefined ? name === category : id === categoryId,
  );
}

/** The refusal when the chosen category is no longer there. */
export function chosenIsGone({ category }: Chosen): string {
  return `The category "${category}", which was chosen for new products without one, is no longer there. Please choose another one and check the file again.`;
}
