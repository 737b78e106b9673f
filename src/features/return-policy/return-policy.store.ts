import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { categories } from '../catalog/categories.table.ts';
import { returnPolicy } from '../catalog/return-policy.table.ts';
import type { ReturnPolicy, ReturnPolicyInput } from './return-policy.schema.ts';

/** The policy without the ids of categories that were removed; undefined where none is stored. */
export async function selectReturnPolicy(db: Executor): Promise<ReturnPolicy | undefined> {
  const [row] = await db
    .select({
      version: returnPolicy.version,
      postagePaidBy: returnPolicy.postagePaidBy,
      finalSaleCategoryIds: sql<string[]>`array(
        select ${categories.id} from ${categories}
        where ${categories.id} = any(${returnPolicy.finalSaleCategoryIds}) order by 1
      )`,
      finalSaleTags: returnPolicy.finalSaleTags,
    })
    .from(returnPolicy);
  return row;
}

/** Writes the policy as its next version. */
export async function writeReturnPolicy(db: Executor, input: ReturnPolicyInput): Promise<void> {
  await db
    .insert(returnPolicy)
    .values({ ...input, version: 1 })
    .onConflictDoUpdate({
      target: returnPolicy.isOnly,
      set: { ...input, version: sql`${returnPolicy.version} + 1` },
    });
}
