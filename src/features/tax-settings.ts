/** Which taxes the shop charges. Every feature may import this file. */
import type { TaxRate } from '#shared/taxes.ts';
import type { SettingsReader } from './settings-reader.ts';

/** A rate, and for what it is. */
export interface PlacedTaxRate extends TaxRate {
  id: string;
  /** A code of ISO 3166-1. */
  country: string;
  /** As addresses have it: 'CA', 'Dubai'. Null means the whole country. */
  region: string | null;
  /** Null means all categories. */
  categoryId: string | null;
  /** Whether shipping has it too. Only a rate of all categories may. */
  coversShipping: boolean;
}

export interface TaxSettings {
  /** Differs after every change of anything below. */
  version: string;
  /** The version that staff edit; 0 before the first edit. */
  editVersion: number;
  /** Whether prices, and what delivery costs, include their taxes. */
  pricesIncludeTax: boolean;
  rates: PlacedTaxRate[];
}

export type TaxReader = SettingsReader<TaxSettings>;
