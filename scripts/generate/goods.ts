import { imageAlt, imagePath } from '../../demo/catalog/images.ts';
import { catalog } from '../../demo/catalog/index.ts';
import type { Product as DemoProduct } from '../../demo/catalog/types.ts';
import { idAt, Numbers } from './numbers.ts';
import { brands, cares, endings, makers, materials, places, uses } from './words.ts';

/** A generated product, without values that depend on orders, such as units on hand. */
export interface Goods {
  nr: number;
  id: string;
  slug: string;
  name: string;
  category: { id: string; name: string };
  priceMinor: number;
  compareAtMinor: number | null;
  description: string;
  gender: string;
  brand: string;
  productType: string;
  material: string;
  care: string;
  tags: string[];
  isActive: boolean;
  createdAt: Date;
  images: { id: string; url: string; alt: string; color: string | null }[];
  variants: GoodsVariant[];
}

export interface GoodsVariant {
  id: string;
  sku: string;
  size: string | null;
  color: string | null;
  /** Null for the product's. */
  priceMinor: number | null;
  /** Units that are left after all generated orders. */
  left: number;
}

const DAY = 86_400_000;
/** The newest product is a day old, the oldest three years. */
const OLDEST_DAYS = 1_095;
const SHARE_ACTIVE = 0.97;

/**
 * Each generated product gets the last word of the name and the images of a product of the demo
 * shop.
 */
const templates = catalog.map((product) => ({
  product,
  garment: product.title.split(' ').at(-1) ?? product.title,
}));

/**
 * How products are generated: the time that ages count from, and prices in the shop's currency.
 */
export interface GoodsPlan {
  now: number;
  products: number;
  /** The shop's category for a category of the demo. */
  categoryOf: (name: string) => Goods['category'];
  /** The minor units of a demo price. */
  toMinor: (amount: number) => number;
}

/** The product with this number. The result is always the same. */
export function goodsAt(plan: GoodsPlan, nr: number): Goods {
  const numbers = new Numbers(1, nr);
  const { product, garment } = numbers.pick(templates);
  const material = numbers.pick(materials);
  const maker = numbers.pick(makers);
  const name = `${numbers.pick(places)} ${numbers.chance(0.6) ? material : maker} ${garment}`;
  // Later numbers are newer, so that ids and times rise together.
  const age = OLDEST_DAYS * DAY * (1 - nr / plan.products) + DAY;
  const createdAt = new Date(plan.now - Math.floor(age));
  const ms = createdAt.getTime();
  const priceMinor = plan.toMinor(Math.round(product.price * (0.6 + numbers.next() * 1.2)) - 0.05);
  const colors = pickSome(numbers, product.colors ?? [], numbers.chance(0.3) ? 2 : 1);
  return {
    nr,
    id: idAt('prd', ms, nr),
    slug: `${slugOf(name)}-${nr.toString(36)}`,
    name,
    category: plan.categoryOf(product.type),
    priceMinor,
    compareAtMinor: numbers.chance(0.15) ? Math.round(priceMinor * 1.25) : null,
    description: describe(numbers, garment, material),
    gender: product.gender,
    brand: numbers.pick(brands),
    productType: garment,
    material,
    care: numbers.pick(cares),
    tags: [...new Set([...product.tags.slice(0, 2), numbers.pick(uses)])],
    isActive: numbers.chance(SHARE_ACTIVE),
    createdAt,
    images: imagesOf(product, colors, ms, nr),
    variants: variantsOf(numbers, product, colors, { ms, nr, priceMinor }),
  };
}

function imagesOf(product: DemoProduct, colors: DemoColor[], ms: number, nr: number) {
  const shown = colors.length > 0 ? colors : [undefined];
  return shown.map((color, position) => ({
    id: idAt('img', ms, nr * 4 + position),
    url: imagePath(product, color),
    alt: imageAlt(product, color),
    color: color ?? null,
  }));
}

type DemoColor = NonNullable<DemoProduct['colors']>[number];

function variantsOf(
  numbers: Numbers,
  product: DemoProduct,
  colors: DemoColor[],
  { ms, nr, priceMinor }: { ms: number; nr: number; priceMinor: number },
): GoodsVariant[] {
  const sizes = pickSome(numbers, product.sizes ?? [], numbers.int(1, 4));
  const code = nr.toString(36).toUpperCase().padStart(5, '0');
  const variants: GoodsVariant[] = [];
  for (const color of colors.length > 0 ? colors : [null]) {
    for (const size of sizes.length > 0 ? sizes : [null]) {
      const more = numbers.chance(0.05) ? 500 : 0;
      variants.push({
        id: idAt('var', ms, nr * 32 + variants.length),
        sku: ['G', code, color, size].filter(Boolean).join('-').toUpperCase(),
        size,
        color,
        priceMinor: more > 0 ? priceMinor + more : null,
        left: numbers.chance(0.12) ? 0 : numbers.int(1, 60),
      });
    }
  }
  return variants;
}

/** Some adjacent items of a list, in their order. */
function pickSome<T>(numbers: Numbers, items: readonly T[], many: number): T[] {
  const start = numbers.int(0, Math.max(0, items.length - many));
  return items.slice(start, start + many);
}

function describe(numbers: Numbers, garment: string, material: string): string {
  return `A ${garment.toLowerCase()} in ${material.toLowerCase()}, made for ${numbers.pick(uses)}. ${numbers.pick(endings)}`;
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-');
