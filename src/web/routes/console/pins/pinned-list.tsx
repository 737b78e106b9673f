import X from 'lucide-react/icons/x';
import type { PinnedProduct } from '#features/merchandising/pins.schema.ts';
import { RowImage } from '../../../components/console/row-order/row-image.tsx';
import { StoredOrderList } from '../../../components/console/row-order/stored-order-list.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';

const states: Record<PinnedProduct['state'], string | null> = {
  shown: null,
  unlisted: 'Not shown: it is not in the shop',
  soldOut: 'Not shown first: it is sold out',
};

/** The pinned products in their order. */
export function PinnedList({ products }: { products: PinnedProduct[] }) {
  return (
    <StoredOrderList
      label="Pinned products"
      rows={products}
      actions={({ id, name }) => (
        <IconButton small type="submit" name="take" value={id} label={`Take ${name} out`}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      )}
    >
      {(product) => <PinnedProductText product={product} />}
    </StoredOrderList>
  );
}

function PinnedProductText({ product: { id, name, imageUrl, state } }: { product: PinnedProduct }) {
  return (
    <>
      <RowImage url={imageUrl} shape="tall" />
      <span className="min-w-0 flex-1">
        <Link
          to={`/admin/products/${id}`}
          draggable={false}
          className="link inline-flex min-h-6 items-center font-semibold wrap-anywhere"
        >
          {name}
        </Link>
        {states[state] ? (
          <span className="block text-sm text-ink-soft">{states[state]}</span>
        ) : null}
      </span>
    </>
  );
}
