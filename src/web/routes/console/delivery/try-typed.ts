/** Tries the address that the query of the page contains. */
import { countryName } from '#features/addresses/addresses.ts';
import type { Ctx } from '#features/context.ts';
import { optionsQuery } from '#features/delivery/delivery.schema.ts';
import { tryAddress } from '#features/delivery/delivery.ts';
import { readCountry } from '../../../components/console/read-country.ts';

const names = ['country', 'region', 'city', 'postcode', 'subtotal', 'weight'] as const;

export type TriedField = (typeof names)[number];

/** The typed address, and its result: null before anything was tried. */
export interface Tried {
  typed: Record<TriedField, string>;
  found: { problem: string } | { zone: string | null; methods: TriedMethod[] } | null;
}

interface TriedMethod {
  name: string;
  priceMinor: number;
  arrives: string | null;
  isPreselected: boolean;
}

export async function tryTyped(ctx: Ctx, params: URLSearchParams): Promise<Tried> {
  const text = (name: string) => (params.get(name) ?? '').slice(0, 200).trim();
  const typed = Object.fromEntries(names.map((name) => [name, text(name)])) as Tried['typed'];
  if (!params.has('city')) {
    const [home = ''] = ctx.shop.shipping.countries;
    return { typed: { ...typed, country: countryName(home) }, found: null };
  }
  const country = readCountry(typed.country);
  if (!country) return { typed, found: { problem: `“${typed.country}” is not a country.` } };
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''));
  const parsed = optionsQuery.safeParse({ ...given, country });
  if (!parsed.success) {
    return { typed, found: { problem: parsed.error.issues[0]?.message ?? 'This is not valid.' } };
  }
  const { zone, options, preselected } = await tryAddress(ctx, parsed.data);
  const methods = options.map(({ id, name, priceMinor, arrives }) => ({
    ...{ name, priceMinor, arrives, isPreselected: id === preselected },
  }));
  return { typed, found: { zone: zone?.name ?? null, methods } };
}
