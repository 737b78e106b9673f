/**
 * Shows what the shop is set to: `shop.config.ts` and the environment. Promises: only staff see it, and
 * no secret is in it. It changes nothing.
 */
import { fitsWords } from '#shared/fits-words.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { fileSettings } from './file-settings.ts';
import type { FoundSetting, SettingGroup } from './settings.schema.ts';

/** All settings in groups: those of the file, then those of the environment as given. */
export function listSettings(
  { shop }: Pick<Ctx, 'shop'>,
  actor: Actor,
  environment: readonly SettingGroup[],
): SettingGroup[] {
  requireAdmin(actor);
  return [...fileSettings(shop), ...environment];
}

/** At most so many settings that have a word for each word of the text, by its beginning. */
export function findSettings(
  ctx: Pick<Ctx, 'shop'>,
  actor: Actor,
  environment: readonly SettingGroup[],
  text: string,
  most: number,
): FoundSetting[] {
  return listSettings(ctx, actor, environment)
    .flatMap(({ title, place, settings }) =>
      settings
        .filter(({ name, about, words }) => fitsWords(text, `${title} ${name} ${about} ${words}`))
        .map((setting) => ({ ...setting, place })),
    )
    .slice(0, most);
}
