/**
 * Owns what staff set about returns: who pays for the way back, and what is a final sale. Promises: a
 * change applies from the next request on, in every process, and is in the audit log. Returns and
 * lines of orders keep what applied when they were made. For how many days items can come back is
 * `returns.days` of `shop.config.ts`.
 */
import type { Executor } from '#db/client.ts';
import { differencesBetween } from '#shared/differences.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import { selectCategoryNames } from '../catalog/catalog.ts';
import { FIRST_PAYER } from '../catalog/postage-payers.schema.ts';
import type { Ctx } from '../context.ts';
import { editAsAdmin } from '../edit-as-admin.ts';
import { requireAdmin } from '../permissions.ts';
import { requireVersion } from '../record-version.ts';
import type { ReturnPolicy, ReturnPolicyInput } from './return-policy.schema.ts';
import { selectReturnPolicy, writeReturnPolicy } from './return-policy.store.ts';

const FIRST: ReturnPolicy = {
  version: 0,
  postagePaidBy: FIRST_PAYER,
  finalSaleCategoryIds: [],
  finalSaleTags: [],
};

/** The policy that applies now. */
export async function readReturnPolicy(db: Executor): Promise<ReturnPolicy> {
  return (await selectReturnPolicy(db)) ?? FIRST;
}

/** The policy for staff (admin). */
export async function getReturnPolicy(ctx: Ctx, actor: Actor): Promise<ReturnPolicy> {
  requireAdmin(actor);
  return readReturnPolicy(ctx.db);
}

/**
 * Replaces the policy (admin). 412 `edit_conflict` with the current one when it has another version
 * by now. An edit that changes nothing makes no new version.
 */
export async function editReturnPolicy(
  ctx: Ctx,
  actor: Actor,
  { version, policy }: { version: number; policy: ReturnPolicyInput },
): Promise<ReturnPolicy> {
  // Categories are removed under the second lock.
  const locks: [string, string] = ['return-policy', 'sections'];
  return editAsAdmin(ctx, actor, { locks }, async (tx, adminId) => {
    const [before, names] = [await readReturnPolicy(tx), await selectCategoryNames(tx)];
    requireVersion(before, version);
    if (policy.finalSaleCategoryIds.some((id) => !names.has(id))) {
      const message = 'There is no such category. Please look at the return policy again.';
      throw new AppError('invalid_request', message);
    }
    const changed = differencesBetween(inWords(before, names), inWords(policy, names));
    if (Object.keys(changed).length === 0) return before;
    await writeReturnPolicy(tx, policy);
    await recordAudit(tx, adminId, 'return-policy.edit', 'return-policy', { changed });
    return readReturnPolicy(tx);
  });
}

/** The parts of a policy as the audit log shows them. */
function inWords(policy: ReturnPolicyInput, names: ReadonlyMap<string, string>) {
  const { postagePaidBy, finalSaleCategoryIds, finalSaleTags } = policy;
  const finalSaleCategories = finalSaleCategoryIds.map((id) => names.get(id) ?? id).sort();
  return { postagePaidBy, finalSaleCategories, finalSaleTags };
}
