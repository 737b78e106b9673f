import { access } from './access.ts';
import { bodies } from './bodies.ts';
import { cancelledLines } from './cancelled-lines.ts';
import { database } from './database.ts';
import { delivery } from './delivery.ts';
import { documents } from './documents.ts';
import { edges } from './edges.ts';
import { exchangedReturns } from './exchanged-returns.ts';
import { exchanges } from './exchanges.ts';
import { fulfillment } from './fulfillment.ts';
import { guests } from './guests.ts';
import { holding } from './holding.ts';
import { jobs } from './jobs.ts';
import { largeBodies } from './large-bodies.ts';
import { lineRefunds } from './line-refunds.ts';
import { mail } from './mail.ts';
import { memory } from './memory.ts';
import { money } from './money.ts';
import { orderTable } from './order-table.ts';
import { orders } from './orders.ts';
import type { Sabotage } from './patch.ts';
import { productTags } from './product-tags.ts';
import { products } from './products.ts';
import { provider } from './provider.ts';
import { providerWaits } from './provider-waits.ts';
import { refundedUnits } from './refunded-units.ts';
import { returnPolicy } from './return-policy.ts';
import { returns } from './returns.ts';
import { search } from './search.ts';
import { sections } from './sections.ts';
import { stock } from './stock.ts';
import { taxes } from './taxes.ts';
import { timeZone } from './time-zone.ts';
import { undo } from './undo.ts';
import { unpaidOrders } from './unpaid-orders.ts';

/** Every way to break the shop that is known to be noticed. */
export const sabotages: Sabotage[] = [
  ...orders,
  ...unpaidOrders,
  ...delivery,
  ...fulfillment,
  ...cancelledLines,
  ...lineRefunds,
  ...refundedUnits,
  ...returns,
  ...exchanges,
  ...exchangedReturns,
  ...returnPolicy,
  ...documents,
  ...taxes,
  ...timeZone,
  ...stock,
  ...products,
  ...productTags,
  ...sections,
  ...search,
  ...money,
  ...provider,
  ...providerWaits,
  ...access,
  ...edges,
  ...guests,
  ...holding,
  ...orderTable,
  ...undo,
  ...bodies,
  ...largeBodies,
  ...database,
  ...mail,
  ...memory,
  ...jobs,
];
