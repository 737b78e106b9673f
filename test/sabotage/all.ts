import { access } from './access.ts';
import { mail } from './mail.ts';
import { money } from './money.ts';
import { orders } from './orders.ts';
import type { Sabotage } from './patch.ts';
import { stock } from './stock.ts';

/** Every way to break the shop that is known to be noticed. */
export const sabotages: Sabotage[] = [...orders, ...stock, ...money, ...access, ...mail];
