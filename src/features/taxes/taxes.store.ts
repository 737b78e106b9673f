import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import type { PlacedTaxRate, TaxSettings } from '../tax-settings.ts';
import { taxRates, taxSettings, taxVersion } from './taxes.table.ts';

// One statement, because a statement sees one snapshot.
const query = sql`
  select json_build_object('version', ${taxVersion}, 'editVersion', s.version,
    'pricesIncludeTax', s.prices_include_tax,
    'rates', coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name,
        'ratePpm', r.rate_ppm, 'country', r.country, 'region', r.region,
        'categoryId', r.category_id, 'coversShipping', r.covers_shipping)
        order by r.country, r.region nulls first, r.category_id nulls first)
      from ${taxRates} r), '[]')) as settings
  from ${taxSettings} s`;

export const NO_TAXES: TaxSettings = {
  version: '',
  editVersion: 0,
  pricesIncludeTax: false,
  rates: [],
};

export async function selectTaxSettings(db: Executor): Promise<TaxSettings> {
  const { rows } = await db.execute<{ settings: TaxSettings }>(query);
  return rows[0]?.settings ?? NO_TAXES;
}

export async function upsertPricesIncludeTax(db: Executor, pricesIncludeTax: boolean) {
  await db
    .insert(taxSettings)
    .values({ pricesIncludeTax })
    .onConflictDoUpdate({ target: taxSettings.isOnly, set: { pricesIncludeTax } });
}

export async function replaceRates(db: Executor, rates: PlacedTaxRate[]): Promise<void> {
  await db.delete(taxRates);
  if (rates.length > 0) await db.insert(taxRates).values(rates);
}
