import { z } from 'zod';
import { TAG_NEEDED } from '#shared/field-messages.ts';
import { orderTagList } from '#shared/tag.schema.ts';

const tags = orderTagList.transform((list) => [...new Set(list)]);

/** All tags of an order, as staff set them. */
export const orderTagsRequest = z.object({ tags });

/** What staff add to several orders and remove from them. */
export const tagOrdersRequest = z
  .object({ add: tags, remove: tags })
  .refine(({ add, remove }) => add.length + remove.length > 0, TAG_NEEDED)
  .refine(
    ({ add, remove }) => add.every((tag) => !remove.includes(tag)),
    'Please either add a tag or remove it.',
  );

export type TagOrdersRequest = z.infer<typeof tagOrdersRequest>;
