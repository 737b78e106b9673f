/**
 * Owns the fixed texts that customers read. Promises: a text that staff never changed is its
 * default; a change applies from the next request on, in every process, and is in the audit log.
 * `catalog/site-content.ts` reads the changed ones together with the menu, which every page needs.
 */
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { editAsAdmin } from '../edit-as-admin.ts';
import { requireAdmin } from '../permissions.ts';
import type { SiteContent } from '../site-content.ts';
import { defaultTexts, findDefault, type TextGroupName, type Texts } from './default-texts.ts';
import { type ShopText, type ShopTextGroup, writtenText } from './texts.schema.ts';
import { type ShopTextRow, selectText, selectTexts, writeText } from './texts.store.ts';

/** What staff know a text by, which is its default; null for an unknown one. */
export function nameOfText(key: string): string | null {
  return findDefault(key)?.text ?? null;
}

/** The texts of a page, as customers read them. */
export function textsOf<Group extends TextGroupName>(
  { ownTexts }: Pick<SiteContent, 'ownTexts'>,
  group: Group,
): Texts<Group> {
  const entries = Object.entries(defaultTexts[group].texts).map(([name, { text }]) => [
    name,
    ownTexts[`${group}.${name}`] ?? text,
  ]);
  return Object.fromEntries(entries);
}

/** All texts by the page that shows them, with their defaults (admin). */
export async function listTexts(ctx: Ctx, actor: Actor): Promise<ShopTextGroup[]> {
  requireAdmin(actor);
  const rows = new Map((await selectTexts(ctx.db)).map((row) => [row.key, row]));
  return Object.entries(defaultTexts).map(([group, { title, texts }]) => ({
    title,
    texts: Object.keys(texts).map((name) => {
      const key = `${group}.${name}`;
      return toShopText(key, rows.get(key));
    }),
  }));
}

/**
 * Writes a text, or resets it to its default with null (admin). 412 `edit_conflict` with the current
 * text when it has another version by now. Writing what is shown already makes no new version,
 * whatever version was seen.
 */
export async function editText(
  ctx: Ctx,
  actor: Actor,
  key: string,
  { version, text }: { version: number; text: string | null },
): Promise<ShopText> {
  return editAsAdmin(ctx, actor, { locks: ['texts'] }, async (tx, adminId) => {
    const before = toShopText(key, await selectText(tx, key));
    const own = text === null ? null : readText(before, text);
    // What is shown already is no conflict either: a text that was reset has no button to reset it.
    if (own === before.own) return before;
    if (before.version !== version) throw changedMeanwhile(before);
    const after = { ...before, own, version: await writeText(tx, key, own) };
    const changed = { text: [before.own ?? before.default, own ?? before.default] };
    await recordAudit(tx, adminId, own === null ? 'text.reset' : 'text.edit', key, { changed });
    return after;
  });
}

/** What staff wrote; null for the default itself, so that a later default counts. */
function readText(before: ShopText, written: string): string | null {
  const { data, error } = writtenText(before.most).safeParse(written);
  if (error) throw new AppError('invalid_request', error.issues[0]?.message ?? 'Another text.');
  return data === before.default ? null : data;
}

function toShopText(key: string, row: ShopTextRow | undefined): ShopText {
  const known = findDefault(key);
  if (!known) throw new AppError('not_found', 'There is no such text.');
  const { text, where, most } = known;
  return { key, where, most, default: text, own: row?.text ?? null, version: row?.version ?? 0 };
}

function changedMeanwhile(current: ShopText): AppError {
  return new AppError(
    'edit_conflict',
    `Somebody else has changed this text to “${current.own ?? current.default}”. To write yours all the same, press the button again.`,
    { details: { current } },
  );
}
