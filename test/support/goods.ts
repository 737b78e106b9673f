import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { getProduct } from '#features/catalog/catalog.ts';
import { addProduct } from '#features/product-management/product-management.ts';
import type { TestShop } from './shop.ts';

/** Puts a product into the shop as an admin would; everything but the name has a default. */
export async function stock(
  shop: TestShop,
  input: {
    name: string;
    category?: string;
    /** Minor units. */
    priceMinor?: number;
    inventory?: number;
    variants?: {
      sku: string;
      size?: string;
      color?: string;
      priceMinor?: number;
      inventory: number;
    }[];
  },
): Promise<ProductDetail> {
  const { ctx } = shop.context;
  const { name, category = 'Cloths', priceMinor = 2_000, inventory = 10, variants } = input;
  const added = await addProduct(
    ctx,
    { user: stockkeeper, session: null, cartToken: null },
    {
      name,
      category,
      price: priceMinor,
      descriptions: `${name}, for tests.`,
      gender: 'Unisex',
      img: null,
      ...(variants
        ? {
            variants: variants.map(({ priceMinor: price, ...rest }) => ({
              ...rest,
              price: price ?? null,
            })),
          }
        : { inventory }),
    },
  );
  return getProduct(ctx, added.id);
}

const stockkeeper = {
  id: 'test',
  email: 'stock@example.com',
  name: 'Stock',
  image: null,
  role: 'admin',
  emailVerified: true,
} as const;

/** An order of the specification's client for one product to Dhaka (shipping 120). */
export function orderOf(
  product: ProductDetail,
  quantity = 1,
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  const price = product.priceMinor / 100;
  const goods = (product.priceMinor * quantity) / 100;
  return {
    cart: [{ _id: product.id, name: product.name, img: null, price, quantity, totalAmount: goods }],
    city: 'Dhaka',
    shippingCost: 120,
    grandTotalAmount: goods,
    totalAmount: (product.priceMinor * quantity + 12_000) / 100,
    status: 'Pending',
    ...change,
  };
}
