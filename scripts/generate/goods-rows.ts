/** The rows of the tables of goods, table by table. */
import { type Goods, type GoodsPlan, goodsAt } from './goods.ts';
import type { Sales } from './sales.ts';

const ACTOR = 'npm run generate';

function* allGoods(plan: GoodsPlan): Generator<Goods> {
  for (let nr = 0; nr < plan.products; nr += 1) yield goodsAt(plan, nr);
}

export function* productRows(plan: GoodsPlan, currency: string) {
  for (const goods of allGoods(plan)) {
    const { id, slug, name, priceMinor, compareAtMinor, gender, brand, material, care } = goods;
    const { category, description, productType, tags, isActive, createdAt } = goods;
    yield {
      id,
      slug,
      name,
      categoryId: category.id,
      priceMinor,
      compareAtMinor,
      currency,
      descriptions: description,
      gender,
      brand,
      productType,
      material,
      care,
      tags,
      status: isActive ? ('active' as const) : ('draft' as const),
      createdAt,
      updatedAt: createdAt,
    };
  }
}

export function* imageRows(plan: GoodsPlan) {
  for (const { id: productId, images } of allGoods(plan)) {
    for (const [position, image] of images.entries()) yield { productId, position, ...image };
  }
}

export function* variantRows(plan: GoodsPlan) {
  for (const { id: productId, variants, isActive, createdAt } of allGoods(plan)) {
    for (const [position, { left, ...variant }] of variants.entries()) {
      yield {
        ...variant,
        productId,
        available: left,
        position,
        active: isActive,
        pricesSince: createdAt,
      };
    }
  }
}

/** The opening stock of each variant: its remaining units and the sold ones. */
export function* openingRows(plan: GoodsPlan, sales: Sales) {
  let at = 0;
  for (const { variants, createdAt } of allGoods(plan)) {
    for (const { id: variantId, left } of variants) {
      const quantity = left + (sales.sold[at] ?? 0);
      at += 1;
      if (quantity === 0) continue;
      const reason = 'opening' as const;
      yield { variantId, quantity, reason, orderId: null, actor: ACTOR, createdAt };
    }
  }
}
