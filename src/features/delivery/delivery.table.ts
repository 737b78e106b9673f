import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { minor } from '#db/columns.ts';

/** One row: the version of all settings of delivery, and when parcels leave the shop. */
export const deliverySettings = pgTable(
  'delivery_settings',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Rises with every change of this row, a zone, a place or a method: triggers raise it. */
    version: integer('version').notNull().default(1),
    /** Rises with each edit of the columns below. */
    timesVersion: integer('times_version').notNull().default(1),
    cutOffMinute: integer('cut_off_minute').notNull(),
    /** From 1, Monday, to 7, Sunday. */
    workingDays: smallint('working_days').array().notNull(),
    daysOff: date('days_off').array().notNull(),
  },
  (t) => [
    check('delivery_settings_are_one_row', sql`${t.isOnly}`),
    check('delivery_settings_cut_off_in_range', sql`${t.cutOffMinute} between 0 and 1439`),
    check(
      'delivery_settings_have_working_days',
      sql`cardinality(${t.workingDays}) between 1 and 7 and ${t.workingDays} <@ '{1,2,3,4,5,6,7}'::smallint[]`,
    ),
    check('delivery_settings_days_off_are_few', sql`cardinality(${t.daysOff}) <= 100`),
  ],
);

export const deliveryZones = pgTable(
  'delivery_zones',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /**
     * The first zone that an address is in applies. The constraint is checked at the end of a
     * statement.
     */
    position: integer('position').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    unique('delivery_zones_position_once').on(t.position),
    unique('delivery_zones_name_once').on(t.name),
    check('delivery_zones_name_fits', sql`char_length(${t.name}) between 1 and 80`),
  ],
);

/** What a zone consists of. An empty column matches everything. */
export const deliveryPlaces = pgTable(
  'delivery_places',
  {
    zoneId: text('zone_id')
      .notNull()
      .references(() => deliveryZones.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    countries: text('countries').array().notNull(),
    region: text('region'),
    cityWords: text('city_words').array().notNull(),
    postcodeFrom: text('postcode_from'),
    postcodeTo: text('postcode_to'),
  },
  (t) => [
    primaryKey({ columns: [t.zoneId, t.position] }),
    check(
      'delivery_places_countries_are_codes',
      sql`array_to_string(${t.countries}, ',', '?') ~ '^([A-Z]{2}(,[A-Z]{2})*)?$'`,
    ),
    check(
      'delivery_places_region_in_country',
      sql`${t.region} is null or (cardinality(${t.countries}) = 1 and char_length(${t.region}) between 1 and 80)`,
    ),
    check(
      'delivery_places_have_words',
      sql`cardinality(${t.cityWords}) <= 50 and array_position(${t.cityWords}, '') is null and array_position(${t.cityWords}, null) is null`,
    ),
    check(
      'delivery_places_postcodes_are_range',
      sql`num_nonnulls(${t.postcodeFrom}, ${t.postcodeTo}) = 0 or (num_nonnulls(${t.postcodeFrom}, ${t.postcodeTo}) = 2
        and cardinality(${t.countries}) = 1 and ${t.postcodeFrom} ~ '^[A-Z0-9]{1,10}$' and ${t.postcodeTo} ~ '^[A-Z0-9]{1,10}$'
        and char_length(${t.postcodeFrom}) = char_length(${t.postcodeTo}) and ${t.postcodeFrom} collate "C" <= ${t.postcodeTo} collate "C")`,
    ),
  ],
);

export const deliveryMethods = pgTable(
  'delivery_methods',
  {
    id: text('id').primaryKey(),
    zoneId: text('zone_id')
      .notNull()
      .references(() => deliveryZones.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['flat', 'by_weight', 'by_value', 'pick_up'] }).notNull(),
    rateMinor: minor('rate_minor').notNull(),
    freeFromMinor: minor('free_from_minor'),
    daysFrom: integer('days_from'),
    daysTo: integer('days_to'),
    note: text('note'),
  },
  (t) => [
    unique('delivery_methods_position_once').on(t.zoneId, t.position),
    unique('delivery_methods_name_once').on(t.zoneId, t.name),
    check(
      'delivery_methods_kind_is_known',
      sql`${t.kind} in ('flat', 'by_weight', 'by_value', 'pick_up')`,
    ),
    check('delivery_methods_name_fits', sql`char_length(${t.name}) between 1 and 80`),
    check('delivery_methods_note_fits', sql`char_length(${t.note}) between 1 and 200`),
    check('delivery_methods_rate_in_range', sql`${t.rateMinor} between 0 and 1000000000`),
    check('delivery_methods_free_from_in_range', sql`${t.freeFromMinor} between 1 and 1000000000`),
    check(
      'delivery_methods_days_in_order',
      sql`num_nonnulls(${t.daysFrom}, ${t.daysTo}) = 0 or (num_nonnulls(${t.daysFrom}, ${t.daysTo}) = 2
        and ${t.daysFrom} between 0 and ${t.daysTo} and ${t.daysTo} <= 90)`,
    ),
  ],
);

/** Prices that apply from this weight in grams, or from this order value. */
export const deliverySteps = pgTable(
  'delivery_steps',
  {
    methodId: text('method_id')
      .notNull()
      .references(() => deliveryMethods.id, { onDelete: 'cascade' }),
    fromAmount: minor('from_amount').notNull(),
    rateMinor: minor('rate_minor').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.methodId, t.fromAmount] }),
    check('delivery_steps_from_in_range', sql`${t.fromAmount} between 1 and 1000000000`),
    check('delivery_steps_rate_in_range', sql`${t.rateMinor} between 0 and 1000000000`),
  ],
);
