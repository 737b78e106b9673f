import ImageOff from 'lucide-react/icons/image-off';
import type { ReactNode } from 'react';
import type { OrderLineView } from '#features/orders/orders.schema.ts';
import { thumbOf } from '#shared/renditions.ts';
import { Link } from '../../../ui/link.tsx';

/** A line of an order with its image; `children` stand at its end. */
export function OrderLine({ line, children }: { line: OrderLineView; children?: ReactNode }) {
  const { image, name, variantName, sku, productId, isFinalSale } = line;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      {image ? (
        <img
          src={thumbOf(image)}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          decoding="async"
          className="size-10 shrink-0 rounded-control bg-tint object-cover"
        />
      ) : (
        <span className="grid size-10 shrink-0 place-items-center rounded-control bg-tint text-ink-soft">
          <ImageOff aria-hidden="true" className="size-4" strokeWidth={1.5} />
        </span>
      )}
      <div className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere">
        <Link to={`/admin/products/${productId}`} className="font-medium hover:underline">
          {name}
        </Link>
        <span className="block text-ink-soft">
          {[variantName, sku, isFinalSale ? 'Final sale' : null].filter(Boolean).join(' · ')}
        </span>
      </div>
      {children}
    </li>
  );
}
