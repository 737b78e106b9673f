/**
 * Owns which taxes apply where. Promises: one rate for each line, found by `find-rate.ts` and
 * computed by `shared/taxes.ts`; without rates there are no taxes; a change by staff applies from the
 * next request on, in every process, and is in the audit log. Orders keep the taxes that they have.
 */
import { createSettingsReader } from '../settings-reader.ts';
import type { TaxReader } from '../tax-settings.ts';
import { NO_TAXES, selectTaxSettings } from './taxes.store.ts';

export { editTaxes, getTaxSettings } from './edit-taxes.ts';
export { type TaxesThere, taxesAt } from './find-rate.ts';

export const createTaxReader = (): TaxReader => createSettingsReader(NO_TAXES, selectTaxSettings);
