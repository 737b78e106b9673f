import { describeAccess } from '../accounts/accounts.ts';
import type { Actor } from '../actor.ts';
import { toAddress } from '../addresses/addresses.schema.ts';
import { listAddresses } from '../addresses/addresses.ts';
import { findSavedDestination, getCart } from '../cart/cart.ts';
import { listMessagesFrom } from '../contact/contact.ts';
import type { Ctx } from '../context.ts';
import { toOrderJson } from '../orders/order-json.ts';
import { streamEveryOwnOrder } from '../orders/orders.ts';
import { requireUser } from '../permissions.ts';
import { streamOwnPhotos } from '../returns/returns.ts';

/**
 * All data of the caller as JSON, without secrets that open the account. The orders come last, a
 * few at a time, and then the photos of their returns, one at a time. So thousands of them are not in
 * memory at once, and do not block other requests.
 */
export async function* exportMyData(ctx: Ctx, actor: Actor): AsyncGenerator<string> {
  const beside = JSON.stringify(await dataBesideOrders(ctx, actor), null, 2);
  yield `${beside.slice(0, -'\n}'.length)},\n  "orders": [`;
  let separator = '\n    ';
  for await (const order of streamEveryOwnOrder(ctx, actor)) {
    yield separator + JSON.stringify(toOrderJson(order));
    separator = ',\n    ';
  }
  yield '\n  ],\n  "returnPhotos": [';
  separator = '\n    ';
  for await (const photo of streamOwnPhotos(ctx, actor)) {
    const { id, returnId, orderId, createdAt, image } = photo;
    const content = { type: 'image/webp', base64: image.toString('base64') };
    yield separator + JSON.stringify({ _id: id, returnId, orderId, createdAt, ...content });
    separator = ',\n    ';
  }
  yield '\n  ]\n}\n';
}

async function dataBesideOrders(ctx: Ctx, actor: Actor): Promise<Record<string, unknown>> {
  const { id, email, name, image, role, emailVerified } = requireUser(actor);
  const { createdAt, providers, sessions } = await describeAccess(ctx, actor);
  const { lines, city, zip, country, region } = await getCart(ctx, actor);
  return {
    exportedAt: ctx.now(),
    profile: { id, email, emailVerified, name, image, role, createdAt, signsInWith: providers },
    sessions,
    cart: {
      city,
      zip,
      country,
      region,
      lines: lines.map(({ productId, sku, quantity, ...line }) => ({
        productId,
        sku,
        name: line.name,
        quantity,
      })),
    },
    addresses: (await listAddresses(ctx, actor)).map(toAddress),
    savedDestination: await findSavedDestination(ctx, actor),
    // Anyone can register with this address. Messages from it belong to its verified owner.
    contactMessages: emailVerified ? await listMessagesFrom(ctx, email) : [],
  };
}
