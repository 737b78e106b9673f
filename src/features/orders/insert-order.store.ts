import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '#db/client.ts';
import { compiled } from '#db/compiled.ts';
import { insertFromJson, rowsAsJson } from '#db/insert-rows.ts';
import { orderEvents, orderLines, orders } from '../order-tables/orders.table.ts';
import type { OrderRow } from './orders.store.ts';

type NewOrder = typeof orders.$inferInsert;
type NewLine = typeof orderLines.$inferInsert;
type NewEvent = typeof orderEvents.$inferInsert;

/**
 * Writes an order, its lines and the first row of its history, in one statement. Returns the
 * order's row, with the defaults of the database.
 */
export async function insertOrder(
  db: Executor,
  order: NewOrder,
  lines: [NewLine, ...NewLine[]],
  event: NewEvent,
): Promise<OrderRow> {
  const keys = {
    order: Object.keys(order),
    line: Object.keys(lines[0]),
    event: Object.keys(event),
  };
  const [row] = await statementFor(keys)(db).execute({
    order: rowsAsJson(orders, keys.order, [order]),
    lines: rowsAsJson(orderLines, keys.line, lines),
    event: rowsAsJson(orderEvents, keys.event, [event]),
  });
  if (!row) throw new Error('A new order has no row.');
  return row;
}

type Keys = Record<'order' | 'line' | 'event', string[]>;

/** All new orders have the same properties, so there is one statement. */
const statements = new Map<string, ReturnType<typeof write>>();

function statementFor(keys: Keys) {
  const name = Object.values(keys).join();
  const statement = statements.get(name) ?? write(keys);
  statements.set(name, statement);
  return statement;
}

const write = (keys: Keys) =>
  compiled((db) => {
    const insert = (table: PgTable, columns: string[], value: string) =>
      insertFromJson(table, columns, sql.placeholder(value));
    const placed = db
      .$with('placed', getTableColumns(orders))
      .as(sql`${insert(orders, keys.order, 'order')} returning *`);
    const listed = db.$with('listed', {}).as(insert(orderLines, keys.line, 'lines'));
    const noted = db.$with('noted', {}).as(insert(orderEvents, keys.event, 'event'));
    return db.with(placed, listed, noted).select().from(placed);
  });
