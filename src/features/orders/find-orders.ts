import { type Actor, requireAdmin } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { selectStarting } from './order-search.store.ts';

/** Shorter beginnings of a number match too many orders. */
const SHORTEST_NUMBER = 2;

/**
 * The newest orders whose number begins with a text, or whose account has an email that does
 * (admin). People type a number with or without its hyphen.
 */
export function findOrders(ctx: Ctx, actor: Actor, text: string, limit: number) {
  requireAdmin(actor);
  return selectStarting(ctx.db, readOrderStart(text), limit);
}

/** Reads a text as the beginning of an order's number, and as that of an email. */
export function readOrderStart(text: string): { number: string | null; email: string } {
  const bare = text.toUpperCase().replace(/[\s-]/g, '');
  const number = /^[0-9A-Z]+$/.test(bare) && bare.length >= SHORTEST_NUMBER ? bare : null;
  const start = number && (number.length > 4 ? `${number.slice(0, 4)}-${number.slice(4)}` : number);
  return { number: start, email: text.toLowerCase() };
}
