import { isForgotten } from '#features/orders/deletion/forgotten.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { isMissingAddress } from '../../../components/order/missing-address.tsx';
import { classNames } from '../../../ui/class-names.ts';

/** Says that what is to be sent has no address, and what staff can do about it. */
export function MissingAddress({ order, className }: { order: OrderView; className?: string }) {
  if (!isMissingAddress(order)) return null;
  return (
    <p className={classNames('text-sm font-semibold text-danger', className)}>
      {isForgotten(order)
        ? 'The account is deleted, and there is no address: refund the order.'
        : 'The address is missing: only the city is known.'}
    </p>
  );
}
