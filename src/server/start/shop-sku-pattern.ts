import type { ShopConfig } from '#shared/shop-config.ts';
import { unknownPart } from '#shared/sku-pattern.ts';
import { StartError } from '#shared/start-error.ts';

/** Refuses to start with a pattern of SKUs that says nothing, or has a name that means nothing. */
export function requireSkuPattern({ skuPattern }: Pick<ShopConfig, 'skuPattern'>): void {
  if (skuPattern === undefined) return;
  const unknown = unknownPart(skuPattern);
  if (unknown === null && skuPattern.trim() !== '' && skuPattern.length <= 76) return;
  const why = unknown === null ? '1 to 76 characters' : `no {${unknown}}`;
  throw new StartError(
    `shop.config.ts: skuPattern takes {slug}, {name}, {color}, {size}, {option} and text between them, with ${why}.`,
  );
}
