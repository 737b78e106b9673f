import type { TestShop } from './shop.ts';

/**
 * Writes refunds that lowered the price of an order's units as they were written before migration
 * 0073: as refunds of these units at a lower amount.
 */
export async function writeAsBeforeLowered({ database }: TestShop, orderId: string) {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('alter table refund_lines disable trigger refund_lines_are_final');
    const { rowCount } = await client.query(
      'update refund_lines set quantity = lowered, lowered = 0 where order_id = $1 and lowered > 0',
      [orderId],
    );
    if (rowCount === 0) throw new Error('No refund has lowered a price of the order.');
    await client.query('alter table refund_lines enable trigger refund_lines_are_final');
    await client.query('commit');
  } finally {
    client.release();
  }
}
