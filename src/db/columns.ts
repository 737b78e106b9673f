import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** An amount of money in minor units. */
export const minor = (name: string) => bigint(name, { mode: 'number' });

/** A timestamp in milliseconds, as in JavaScript, so that cursors compare exactly. */
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Bytes of a file. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
