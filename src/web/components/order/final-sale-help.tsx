import type { OrderLineView } from '#features/orders/orders.schema.ts';
import { itemName } from '#shared/variant-options.ts';
import { shop } from '#shop-config';

type Line = Pick<OrderLineView, 'name' | 'variantName' | 'isFinalSale' | 'deliveredQuantity'>;

/** Says what a customer can do about delivered final sales of an order, which only staff take back. */
export function FinalSaleHelp({ lines }: { lines: Line[] }) {
  const names = lines
    .filter(({ isFinalSale, deliveredQuantity }) => isFinalSale && deliveredQuantity > 0)
    .map(itemName);
  if (names.length === 0) return null;
  const { email } = shop.contact;
  return (
    <p className="mt-4 wrap-anywhere print:hidden">
      <span className="font-semibold">Final sale:</span> {names.join('; ')}.{' '}
      {names.length === 1 ? 'If it is' : 'If one of them is'} damaged or not as pictured, please
      write to{' '}
      <a href={`mailto:${email}`} className="link">
        {email}
      </a>
      .
    </p>
  );
}
