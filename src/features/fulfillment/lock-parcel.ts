import type { Executor, Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { lockForStaff } from '../orders/orders.ts';
import type { FulfillmentView } from '../orders/view/parcel-view.schema.ts';
import { selectOrderOf } from './fulfillment.store.ts';

/** The id of the order of a parcel, also of one that was taken back. 404 for an unknown one. */
export async function orderIdOf(db: Executor, id: string): Promise<string> {
  const found = await selectOrderOf(db, id);
  if (!found) throw new AppError('not_found', 'There is no such parcel.');
  return found.orderId;
}

/** Locks the order of a parcel. `parcel` is null if it was taken back. 404 for an unknown one. */
export async function lockOrderOf(
  tx: Tx,
  id: string,
): Promise<{ order: OrderView; parcel: FulfillmentView | null }> {
  const order = await lockForStaff(tx, await orderIdOf(tx, id));
  return { order, parcel: findParcel(order, id) };
}

/**
 * Locks the order of a parcel. 409 `parcel_taken_back` if it was taken back, 404 for an unknown
 * one.
 */
export async function lockParcel(
  tx: Tx,
  id: string,
): Promise<{ order: OrderView; parcel: FulfillmentView }> {
  const { order, parcel } = await lockOrderOf(tx, id);
  if (!parcel) throw wasTakenBack();
  return { order, parcel };
}

export function findParcel({ fulfillments }: OrderView, id: string): FulfillmentView | null {
  return fulfillments.find((parcel) => parcel.id === id) ?? null;
}

export function wasTakenBack(): AppError {
  return new AppError(
    'parcel_taken_back',
    'This parcel was taken back. Please look at the order again.',
  );
}
