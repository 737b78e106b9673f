/** Reads the settings of delivery, and remembers them for the process. */
import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import type { DeliveryReader, DeliverySettings } from '../delivery-settings.ts';
import { deliveryVersion } from '../delivery-version.ts';
import { createSettingsReader } from '../settings-reader.ts';
import {
  deliveryMethods,
  deliveryPlaces,
  deliverySettings,
  deliverySteps,
  deliveryZones,
} from './delivery.table.ts';

// One statement, because a statement sees one snapshot.
const query = sql`
  select json_build_object('version', ${deliveryVersion},
    'times', json_build_object('version', s.times_version, 'cutOffMinute', s.cut_off_minute,
      'workingDays', s.working_days, 'daysOff', s.days_off),
    'zones', coalesce((select json_agg(json_build_object(
      'id', z.id, 'name', z.name, 'version', z.version,
      'places', coalesce((select json_agg(json_build_object('countries', p.countries,
          'region', p.region, 'cityWords', p.city_words, 'postcodeFrom', p.postcode_from,
          'postcodeTo', p.postcode_to) order by p.position)
        from ${deliveryPlaces} p where p.zone_id = z.id), '[]'),
      'methods', coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name,
          'kind', m.kind, 'rateMinor', m.rate_minor, 'freeFromMinor', m.free_from_minor,
          'daysFrom', m.days_from, 'daysTo', m.days_to, 'note', m.note,
          'steps', coalesce((select json_agg(json_build_object('from', t.from_amount,
              'rateMinor', t.rate_minor) order by t.from_amount)
            from ${deliverySteps} t where t.method_id = m.id), '[]')) order by m.position)
        from ${deliveryMethods} m where m.zone_id = z.id), '[]')
    ) order by z.position) from ${deliveryZones} z), '[]')) as settings
  from ${deliverySettings} s`;

const NONE: DeliverySettings = {
  version: '',
  zones: [],
  times: { version: 0, cutOffMinute: 0, workingDays: [1], daysOff: [] },
};

/** Reads the settings for a transaction that changes them, and does not remember them. */
export async function selectDeliverySettings(db: Executor): Promise<DeliverySettings> {
  const { rows } = await db.execute<{ settings: DeliverySettings }>(query);
  return rows[0]?.settings ?? NONE;
}

export const createDeliveryReader = (): DeliveryReader =>
  createSettingsReader(NONE, selectDeliverySettings);
