import { describeAccess } from '../accounts/accounts.ts';
import { type Actor, requireUser } from '../actor.ts';
import { toAddress } from '../addresses/addresses.schema.ts';
import { listAddresses } from '../addresses/addresses.ts';
import { findSavedDestination, getCart } from '../cart/cart.ts';
import { listMessagesFrom } from '../contact/contact.ts';
import type { Ctx } from '../context.ts';
import { toOrderJson } from '../orders/order-json.ts';
import { listEveryOwnOrder } from '../orders/orders.ts';

/** All data of the caller, without secrets that open the account. */
export async function exportMyData(ctx: Ctx, actor: Actor): Promise<Record<string, unknown>> {
  const { id, email, name, image, role, emailVerified } = requireUser(actor);
  const { createdAt, providers, sessions } = await describeAccess(ctx, actor);
  const orders = await listEveryOwnOrder(ctx, actor);
  const { lines, city, zip } = await getCart(ctx, actor);
  return {
    exportedAt: ctx.now(),
    profile: { id, email, emailVerified, name, image, role, createdAt, signsInWith: providers },
    sessions,
    orders: orders.map(toOrderJson),
    cart: {
      city,
      zip,
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
