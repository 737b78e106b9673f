import { z } from 'zod';
import { INVISIBLE_NAME, NAME_NEEDED } from '#shared/field-messages.ts';
import { hasVisibleCharacter, withoutInvisible } from '#shared/visible-text.ts';
import { LONGEST_VIEW_NAME } from './view-name.schema.ts';

/** The lists whose addresses can be saved. */
export const viewedLists = ['products', 'orders', 'stock'] as const;

export type ViewedList = (typeof viewedLists)[number];

/** The most views of one list. */
export const MAX_VIEWS = 50;

/** The name and the address of a list as staff save it. */
export const newView = z.object({
  name: z
    .string()
    .transform(withoutInvisible)
    .pipe(
      z
        .string()
        .trim()
        .min(1, NAME_NEEDED)
        .max(LONGEST_VIEW_NAME, `At most ${LONGEST_VIEW_NAME} characters.`)
        .refine(hasVisibleCharacter, INVISIBLE_NAME),
    ),
  params: z.string().max(2_000, 'This address is too long to be saved.'),
});

export type NewView = z.infer<typeof newView>;

/** The name alone, for another one of a view. */
export const viewName = newView.shape.name;

/** What a view is to replace: the address that staff saw under its name. */
export const replacedParams = newView.shape.params.nullable();

export interface SavedView {
  id: string;
  name: string;
  params: string;
}
