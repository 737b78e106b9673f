import { sql } from 'drizzle-orm';

/**
 * When the database server started, in milliseconds since 1970. After a failover another server
 * responds. It may lack the last commits, and then gives their numbers out again.
 */
export const serverStart = sql<number>`(extract(epoch from pg_postmaster_start_time()) * 1000)::float8`;
