import { useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import type { ReturnView } from '#features/orders/returns/return-view.schema.ts';

export interface ReturnProps {
  order: OrderView;
  one: ReturnView;
}

/** The fields that every form of a return posts: its id, and the version that staff saw. */
export function ReturnFields({ order, one }: ReturnProps) {
  return (
    <>
      <input type="hidden" name="key" value={one.id} />
      <input type="hidden" name="version" value={order.version} />
      <input type="hidden" name="return" value={one.id} />
    </>
  );
}

/** The intent of this return's form that is being sent. */
export function useReturnIntent({ id }: ReturnView): string | null {
  const posted = useNavigation().formData;
  return posted?.get('return') === id ? String(posted.get('intent')) : null;
}
