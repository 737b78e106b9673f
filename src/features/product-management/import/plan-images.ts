/** Decides what happens to the images of a product of a file, and to those of its description. */
import { type Differences, isSame } from '#shared/differences.ts';
import { AppError } from '#shared/errors.ts';
import type { ProductImage } from '../../catalog/catalog.schema.ts';
import type { ImageChoice } from '../../images/images.ts';
import { asRecordImage } from '../edit-parts.ts';
import type { StaffProduct } from '../product-management.schema.ts';
import type { ImportChoices } from './choices.ts';
import type { CsvProduct, StoredAt } from './csv-product.ts';
import type { ImagesToFetch } from './import.store.ts';
import { viewedImages } from './merge-product.ts';
import { imagesOf } from './product-rows.ts';
import type { Descriptions, ReadDescription } from './read-descriptions.ts';

/** What the decisions about images depend on. */
export interface FoundImages {
  images: Map<string, ImageChoice>;
  descriptions: Descriptions;
}

/** The images of a product, or of its description, when some of them have to be fetched. */
export type WantedImages = Pick<ImagesToFetch, 'images' | 'variants' | 'description' | 'count'>;

/** Why a product is refused for its images or its description; null if it is not. */
export function findRefusedImage(
  product: CsvProduct,
  { images, descriptions }: FoundImages,
  { fetchesImages, isNew }: ImportChoices & { isNew: boolean },
): string | null {
  for (const url of imagesOf(product)) {
    const choice = images.get(url);
    // A new product is imported without a missing upload, which is named (`leftOutOf`). One in the
    // shop keeps the images that it has.
    const isLeftOut = choice && 'refused' in choice && choice.isMissing && isNew && fetchesImages;
    if (choice && 'refused' in choice && !isLeftOut) {
      return choice.refused.message;
    }
    if (choice && 'toFetch' in choice && !fetchesImages) return choice.otherwise.message;
  }
  const description = descriptions.get(product);
  if (description instanceof AppError) return description.message;
  return (fetchesImages && description?.refusal?.message) || null;
}

/** The description of a product; undefined if it keeps the one that it has. */
export function descriptionOf(
  product: CsvProduct,
  { descriptions }: FoundImages,
): ReadDescription | undefined {
  const description = descriptions.get(product);
  return description instanceof AppError ? undefined : description;
}

/** Where an image is stored, or is shown until it was fetched. */
export const storedIn =
  ({ images }: FoundImages) =>
  (url: string): string | undefined => {
    const choice = images.get(url);
    return choice && 'stored' in choice ? choice.stored : undefined;
  };

/**
 * All images of the product that are not missing, when one of them has to be fetched; and its
 * description, when one of the images there has to be.
 */
export function wantedImages(
  product: CsvProduct,
  shown: ProductImage[],
  variantIds: string[],
  { fetchesImages, copiesImages }: ImportChoices,
  found: FoundImages,
): WantedImages | null {
  const isFetched = (url: string) => {
    const choice = found.images.get(url) ?? {};
    return 'toFetch' in choice || (copiesImages && 'host' in choice);
  };
  const own = imagesOf(product).filter(isFetched);
  const inText = (fetchesImages && descriptionOf(product, found)?.toFetch) || [];
  const description = inText.length > 0 ? product.body : null;
  const count = new Set([...own, ...inText]).size;
  if (own.length === 0) {
    return description === null ? null : { images: [], variants: [], description, count };
  }
  const images = product.images.filter(({ url }) => !missingOf(found, url));
  const variants = product.variants.flatMap(({ imageUrl }, index) =>
    imageUrl === null || missingOf(found, imageUrl)
      ? []
      : [{ id: variantIds[index] ?? '', url: imageUrl }],
  );
  const viewed = viewedImages(shown, { ...product, images }, storedIn(found));
  return { images: viewed, variants, description, count };
}

function missingOf({ images }: FoundImages, url: string): AppError | null {
  const choice = images.get(url);
  return choice && 'refused' in choice && choice.isMissing ? choice.refused : null;
}

/** The images that the product and its description are imported without. */
export function leftOutOf(product: CsvProduct, found: FoundImages): string[] {
  const leftOut = new Map(descriptionOf(product, found)?.leftOut);
  for (const url of imagesOf(product)) {
    const refusal = missingOf(found, url);
    if (refusal) leftOut.set(url, refusal);
  }
  return [...leftOut].map(([url, refusal]) => leftOutReason(url, refusal));
}

/** The host of each image that stays on one, of the product and its description. */
export function hostsOf(
  product: CsvProduct,
  { copiesImages }: ImportChoices,
  found: FoundImages,
): string[] {
  const own = imagesOf(product).flatMap((url) => {
    const choice = found.images.get(url);
    return choice && 'host' in choice && !copiesImages ? choice.host : [];
  });
  return [...own, ...(descriptionOf(product, found)?.hosts ?? [])];
}

/** What fetching images changes of a product, for people. */
export function fetchedDifferences(
  { images }: StaffProduct,
  { images: wanted, count }: WantedImages,
  storedAt: StoredAt,
): Differences {
  const asShown = (image: ProductImage) =>
    asRecordImage({ ...image, url: storedAt(image.url) ?? image.url });
  const [before, after] = [images.map(asShown), wanted.map(asShown)];
  if (wanted.length > 0 && !isSame(before, after)) return { images: [before, after] };
  // The same images, which the shop shows from another host so far, or those of its description.
  return { fetchedImages: [0, count] };
}

/** Why a product is imported without an image, as the report of an import names it. */
export function leftOutReason(url: string, { message }: AppError): string {
  return `${url.slice(0, 200)}: ${message}`;
}
