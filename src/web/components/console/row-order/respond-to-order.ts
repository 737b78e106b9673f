import { redirect } from 'react-router';
import { listAddress } from '../../../pagination.ts';
import { refuse } from '../../../posted-form.ts';
import { orRefusal } from '../../../respond.ts';
import { movedOrder, postedOrder } from './read-order.ts';

/**
 * Responds to the form of a `OrderedList`: `order` has all ids, `move` one row and its direction.
 */
export async function respondToOrder(
  posted: FormData,
  url: URL,
  list: () => Promise<{ id: string }[]>,
  write: (ids: string[]) => Promise<void>,
) {
  const { refusal } = await orRefusal(reorder(posted, list, write));
  if (refusal) return refuse(refusal);
  throw redirect(listAddress(url));
}

async function reorder(
  posted: FormData,
  list: () => Promise<{ id: string }[]>,
  write: (ids: string[]) => Promise<void>,
): Promise<void> {
  const order = postedOrder(posted);
  if (order) return write(order);
  const moved = movedOrder(
    posted,
    (await list()).map((row) => row.id),
  );
  if (moved) await write(moved);
}
