/** Owns shipping costs: the rules of `shop.config.ts`, for server and browser. */
import { toMinor } from '#shared/money.ts';
import type { ShopConfig } from '#shared/shop-config.ts';

/** Shipping to a city in minor units, by the first rule that fits, else by the default. */
export function shippingCost(rules: ShopConfig['shipping'], city: string): number {
  const plain = fold(city);
  const rule = rules.rules.find(({ cityContains, aliases = [] }) =>
    [cityContains, ...aliases].some((word) => plain.includes(fold(word))),
  );
  return toMinor(rule?.cost ?? rules.otherwise);
}

/** Removes capitals and accents, and unifies letters that Unicode can write in several ways. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '');
}
