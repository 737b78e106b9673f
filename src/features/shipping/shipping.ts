/** Owns what shipping costs: the rules of `shop.config.ts`, the same on the server and in the browser. */
import { toMinor } from '#shared/money.ts';
import type { ShopConfig } from '#shared/shop-config.ts';

/** Shipping to a city in minor units: of the first rule that fits it, else the rest. */
export function shippingCost(rules: ShopConfig['shipping'], city: string): number {
  const plain = fold(city);
  const rule = rules.rules.find(({ cityContains, aliases = [] }) =>
    [cityContains, ...aliases].some((word) => plain.includes(fold(word))),
  );
  return toMinor(rule?.cost ?? rules.otherwise);
}

/** Without capitals and accents; letters that Unicode can write in several ways become one. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '');
}
