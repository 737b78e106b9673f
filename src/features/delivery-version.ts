/** Every feature may import this file. */
import { sql } from 'drizzle-orm';
import { serverStart } from '#db/server-start.ts';

/**
 * The version of the stored settings of delivery on the server that responds, for statements that run
 * anyway. After a failover that lost an edit, the next edit has the same number.
 */
export const deliveryVersion = sql<string>`(select version || '@' || ${serverStart} from delivery_settings)`;
