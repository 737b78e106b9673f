import { ProductCard } from './product-card.tsx';
import type { ProductCardView } from './product-card-view.ts';

/** Products in 3, 2 or 1 columns. */
export function ProductGrid({
  products,
  returnTo,
  priorityCount = 0,
}: {
  products: ProductCardView[];
  returnTo: string;
  /** How many images are visible when the page opens. */
  priorityCount?: number;
}) {
  return (
    <ul className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3 lg:gap-x-8">
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} returnTo={returnTo} priority={index < priorityCount} />
        </li>
      ))}
    </ul>
  );
}
