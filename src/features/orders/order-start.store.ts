import { like, or, type SQL, sql } from 'drizzle-orm';
import { startingWith } from '#db/pattern.ts';
import { users } from '../accounts/accounts.table.ts';
import { orders } from '../order-tables/orders.table.ts';

/** Shorter beginnings of a number match too many orders. */
const SHORTEST_NUMBER = 2;

/** The beginning of an order's number, or of the email of its account or guest. */
export interface OrderStart {
  number: string | null;
  email: string;
}

/**
 * Reads a text as the beginning of an order's number, which people type with or without its hyphen,
 * and as that of an email.
 */
export function readOrderStart(text: string): OrderStart {
  const bare = text.toUpperCase().replace(/[\s-]/g, '');
  const number = /^[0-9A-Z]+$/.test(bare) && bare.length >= SHORTEST_NUMBER ? bare : null;
  const start = number && (number.length > 4 ? `${number.slice(0, 4)}-${number.slice(4)}` : number);
  return { number: start, email: text.toLowerCase() };
}

/** The most accounts with a matching email whose orders are read, and the most guests' orders. */
const MAX_ACCOUNTS = 50;
const MAX_GUEST_ORDERS = 200;

/** Whether an order begins so. */
export function startsWith({ number, email }: OrderStart): SQL | undefined {
  const pattern = startingWith(email);
  // As arrays, so that the planner reads these orders by index.
  const accounts = sql`array(
    select id from ${users} where email like ${pattern} limit ${MAX_ACCOUNTS}
  )`;
  const ofGuests = sql`array(
    select g.id from ${orders} g where g.is_guest and g.email like ${pattern}
    limit ${MAX_GUEST_ORDERS}
  )`;
  return or(
    number === null ? undefined : like(orders.number, startingWith(number)),
    sql`${orders.userId} = any(${accounts})`,
    sql`${orders.id} = any(${ofGuests})`,
  );
}
