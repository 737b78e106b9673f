import { brokenValue, sqlState } from '#db/database-error.ts';
import { AppError } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import { categoryIsGone, refusalOfConstraint } from '../refusal-of-constraint.ts';

/** The id of a category. Refuses an unknown one. Call it before a transaction. */
export async function requireKnownCategory(ctx: Ctx, category: string): Promise<string> {
  const { categories } = await ctx.siteContent.read();
  const known = categories.find(({ name }) => name === category);
  if (known) return known.id;
  const names = categories.map(({ name }) => name).join(', ');
  throw new AppError('invalid_request', `The category must be one of: ${names}.`);
}

const SLUG_TAKEN = 'Another product has just taken that address. Please try again.';

const OPTION_WITHOUT_NAME =
  'Variants have a value of the third option. Please give it a name, such as Length, or remove its values.';

export function skuTaken(sku: string | null | undefined): string {
  return `The SKU ${sku ? `"${sku}" ` : ''}belongs to another variant. It may be archived.`;
}

/** Turns a refusal of the database into a sentence for the person. */
export function asRefusal(error: unknown): unknown {
  return refusalOfConstraint(error, {
    ...categoryIsGone,
    variants_sku_unique: skuTaken(brokenValue(error)),
    variants_options: 'Two variants have the same options. One of them may be archived.',
    variants_option_is_named: OPTION_WITHOUT_NAME,
    products_slug_live: SLUG_TAKEN,
    products_slug_not_former: SLUG_TAKEN,
    product_slugs_not_live: SLUG_TAKEN,
  });
}

/** The database can't store a value, or another row has it. */
const DATA_ERROR = /^(?:22|23|54)/;

/** Why the database refused the rows; null for an error that is not about them. */
export function refusalOf(error: unknown): AppError | null {
  const refusal = asRefusal(error);
  if (refusal instanceof AppError) return refusal.status === 503 ? null : refusal;
  if (!DATA_ERROR.test(sqlState(error) ?? '')) return null;
  return new AppError('invalid_request', 'The shop can’t store one of its values.', {
    cause: error,
  });
}
