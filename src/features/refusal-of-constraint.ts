import { brokenConstraint } from '#db/database-error.ts';
import { AppError } from '#shared/errors.ts';

/** What a person is told when a change breaks one of these constraints of the database. */
export type SentenceOf = Readonly<Record<string, string>>;

/** Turns a refusal of the database into a sentence for the person. Any other error stays as it is. */
export function refusalOfConstraint(error: unknown, sentenceOf: SentenceOf): unknown {
  const sentence = sentenceOf[brokenConstraint(error) ?? ''];
  return sentence ? new AppError('invalid_request', sentence, { cause: error }) : error;
}

/** Staff choose a category for products, while somebody else renames or removes it. */
export const categoryIsGone: SentenceOf = {
  products_category_categories_id_fk:
    'The category has just been renamed or removed. Please choose one again.',
};
