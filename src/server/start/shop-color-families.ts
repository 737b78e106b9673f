import { z } from 'zod';
import { fold } from '#features/catalog/catalog.ts';
import type { ShopConfig } from '#shared/shop-config.ts';
import { StartError } from '#shared/start-error.ts';

const word = z
  .string()
  .refine((text) => /^\S+$/.test(fold(text)), "one word of a color's name, such as 'navy'");
const families = z.record(z.string().trim().min(1).max(40), z.array(word)).optional();

/** Refuses to start when families of colors contain anything but single words. */
export function requireColorFamilies({ colorFamilies }: Pick<ShopConfig, 'colorFamilies'>): void {
  const [issue] = families.safeParse(colorFamilies).error?.issues ?? [];
  if (!issue) return;
  throw new StartError(
    `shop.config.ts: colorFamilies takes names of families with lists of single words, such as { Blue: ['navy'] }. Wrong at ${issue.path.join('.') || 'its top'}: ${issue.message}.`,
  );
}
