import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import {
  type ProductCsvColumn,
  productCsvColumns,
} from '#features/product-management/product-csv.schema.ts';
import { toDecimalText, toMinor } from '#shared/money.ts';
import { joinTags } from '#shared/tags.ts';
import { type Goods, goodsAt } from '../../scripts/generate/goods.ts';

type Row = Partial<Record<ProductCsvColumn, string | number | null>>;

/** Rows that are written at a time. */
const ROWS = 2_000;

/**
 * Writes a file of generated products, as an export of the shop has them. The same numbers give the
 * same products. Later numbers change the price of each product, so that an import finds changes.
 */
export async function writeGoodsFile(path: string, products: number, change = 0): Promise<void> {
  await pipeline(Readable.from(parts(products, change)), createWriteStream(path));
}

function* parts(products: number, change: number): Generator<string> {
  const plan = {
    now: Date.UTC(2026, 0, 1),
    products,
    categoryOf: (name: string) => ({ id: name, name }),
    toMinor,
  };
  let rows: (string | number | null)[][] = [[...productCsvColumns]];
  for (let nr = 0; nr < products; nr += 1) {
    const goods = goodsAt(plan, nr);
    const changed = { ...goods, priceMinor: goods.priceMinor + change * 100 };
    for (const row of rowsOf(changed)) {
      rows.push(productCsvColumns.map((column) => row[column] ?? null));
    }
    if (rows.length < ROWS) continue;
    yield stringify(rows);
    rows = [];
  }
  if (rows.length > 0) yield stringify(rows);
}

/** As many rows as a product has variants or images, whichever are more. */
function rowsOf(goods: Goods): Row[] {
  const { variants, images } = goods;
  return Array.from({ length: Math.max(variants.length, images.length) }, (_, index) => ({
    Handle: goods.slug,
    'Product ID': goods.id,
    ...(index === 0 ? productCells(goods) : {}),
    ...variantCells(goods, variants[index]),
    ...imageCells(images[index], index),
  }));
}

function productCells(goods: Goods): Row {
  const { compareAtMinor } = goods;
  return {
    Title: goods.name,
    'Body (HTML)': goods.description,
    Vendor: goods.brand,
    Type: goods.productType,
    Tags: joinTags(goods.tags),
    'Option1 Name': 'Size',
    'Option2 Name': 'Color',
    'Google Shopping / Gender': goods.gender,
    Status: goods.isActive ? 'active' : 'draft',
    Category: goods.category.name,
    Material: goods.material,
    Care: goods.care,
    'Product Price': toDecimalText(goods.priceMinor),
    'Product Compare At Price': compareAtMinor === null ? null : toDecimalText(compareAtMinor),
  };
}

function variantCells(goods: Goods, variant: Goods['variants'][number] | undefined): Row {
  if (!variant) return {};
  return {
    'Option1 Value': variant.size,
    'Option2 Value': variant.color,
    'Variant SKU': variant.sku,
    'Variant Weight Unit': 'g',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': variant.left,
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': toDecimalText(variant.priceMinor ?? goods.priceMinor),
    'Variant Own Values': variant.priceMinor === null ? null : 'price',
  };
}

function imageCells(image: Goods['images'][number] | undefined, index: number): Row {
  if (!image) return {};
  return {
    'Image Src': image.url,
    'Image Position': index + 1,
    'Image Alt Text': image.alt,
    'Image Color': image.color,
  };
}
