import { newestOf } from '#features/catalog/catalog.ts';
import type { Ctx } from '#features/context.ts';
import type { Category } from '#features/site-content.ts';
import type { ProductCardView } from '../../../components/product/product-card-view.ts';
import { toCardView } from '../../../components/product/to-card-view.ts';

/** A category of the menu with its newest products. */
export interface Shelf extends Pick<Category, 'name' | 'slug' | 'description' | 'imageUrl'> {
  products: ProductCardView[];
}

export async function shelfOf(ctx: Ctx, category: Category): Promise<Shelf> {
  const { name, slug, description, imageUrl } = category;
  const products = (await newestOf(ctx, category)).map(toCardView);
  return { name, slug, description, imageUrl, products };
}
