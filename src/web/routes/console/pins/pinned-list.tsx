import GripVertical from 'lucide-react/icons/grip-vertical';
import X from 'lucide-react/icons/x';
import { Form } from 'react-router';
import type { PinnedProduct } from '#features/merchandising/pins.schema.ts';
import { thumbOf } from '#shared/renditions.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { MoveButtons } from '../sections/move-buttons.tsx';
import { useStoredOrder } from '../sections/use-stored-order.ts';

const states: Record<PinnedProduct['state'], string | null> = {
  shown: null,
  unlisted: 'Not shown: it is not in the shop',
  soldOut: 'Not shown first: it is sold out',
};

/** The pinned products in their order, which is changed by dragging and by buttons. */
export function PinnedList({ products }: { products: PinnedProduct[] }) {
  const { ordered, order, refusal } = useStoredOrder(products);
  return (
    <Form method="post" preventScrollReset>
      <ShownProducts products={ordered} />
      {refusal ? (
        <Notice tone="danger" className="mb-3">
          {refusal}
        </Notice>
      ) : null}
      <ol
        aria-label="Pinned products"
        className="divide-y divide-line rounded-card border border-line"
      >
        {ordered.map((product, index) => (
          <li
            key={product.id}
            {...order.row(product.id)}
            className={classNames(
              'flex min-h-14 items-center gap-3 bg-surface px-2 py-2 first:rounded-t-card last:rounded-b-card',
              order.over === product.id && order.dragged !== product.id && 'bg-accent-tint',
              order.dragged === product.id && 'opacity-50',
            )}
          >
            <GripVertical
              aria-hidden="true"
              className="size-4 shrink-0 cursor-grab text-ink-soft scriptless:hidden"
            />
            <PinnedProductText product={product} />
            <MoveButtons
              id={product.id}
              name={product.name}
              isFirst={index === 0}
              isLast={index === ordered.length - 1}
              onMove={(by) => order.moveBy(product.id, by)}
            />
            <IconButton
              small
              type="submit"
              name="take"
              value={product.id}
              label={`Take ${product.name} out`}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ol>
    </Form>
  );
}

/** What a form was made from, so that the server knows when somebody else changed it. */
export function ShownProducts({ products }: { products: PinnedProduct[] }) {
  return <input type="hidden" name="shown" value={JSON.stringify(products.map(({ id }) => id))} />;
}

function PinnedProductText({ product: { id, name, imageUrl, state } }: { product: PinnedProduct }) {
  return (
    <>
      <span className="h-11 w-9 shrink-0 overflow-hidden rounded-control bg-tint">
        {imageUrl ? (
          <img
            src={thumbOf(imageUrl)}
            alt=""
            width={36}
            height={45}
            loading="lazy"
            draggable={false}
          />
        ) : null}
      </span>
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
