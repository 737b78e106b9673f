/** Owns shipping costs: the rules of `shop.config.ts`, for server and browser. */
import { toMinor } from '#shared/money.ts';
import type { ShopConfig } from '#shared/shop-config.ts';

/**
 * Shipping to a city in minor units, by the first rule that fits, else by the default. The rules are
 * for cities of the shop's own country; `country` is a code of ISO 3166-1, the own one if absent.
 */
export function shippingCost(
  { rules, otherwise, countries: [home] }: ShopConfig['shipping'],
  city: string,
  country = home,
): number {
  const plain = fold(city);
  const rule =
    country === home
      ? rules.find(({ cityContains, aliases = [] }) =>
          [cityContains, ...aliases].some((word) => plain.includes(fold(word))),
        )
      : undefined;
  return toMinor(rule?.cost ?? otherwise);
}

/** Whether the shop delivers to a country, by its code. */
export function deliversTo({ countries }: ShopConfig['shipping'], country: string): boolean {
  return countries.includes(country);
}

/** Removes capitals and accents, and unifies letters that Unicode can write in several ways. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '');
}
