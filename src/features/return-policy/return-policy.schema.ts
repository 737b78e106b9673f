/** What staff set about returns. */
import { z } from 'zod';
import { productTag as tag } from '#shared/tag.schema.ts';
import { MAX_TAGS } from '#shared/tags.ts';
import { type PostagePayer, postagePayers } from '../catalog/postage-payers.schema.ts';

export interface ReturnPolicy {
  /** Each change increases it; 0 before the first one. */
  version: number;
  /** Who pays for the way back, unless the shop has to pay for the reason of a return. */
  postagePaidBy: PostagePayer;
  /** Products of these categories are final sales: customers can neither return nor exchange them. */
  finalSaleCategoryIds: string[];
  /** Products with one of these tags are final sales. */
  finalSaleTags: string[];
}

const sortedOnce = (values: string[]) => [...new Set(values)].sort();

/** All of the policy that is set in the console. What is stored is replaced by it. */
export const returnPolicyInput = z.strictObject({
  postagePaidBy: z.enum(postagePayers, 'Please choose who pays.'),
  finalSaleCategoryIds: z.array(z.string().min(1).max(80)).max(500).transform(sortedOnce),
  finalSaleTags: z
    .array(tag)
    .max(MAX_TAGS, `At most ${MAX_TAGS} tags can be final sales.`)
    .transform(sortedOnce),
});

export type ReturnPolicyInput = z.output<typeof returnPolicyInput>;
