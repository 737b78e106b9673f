import type { ImagesToFetch } from './import.store.ts';

/**
 * Joins what several rows of a table of SKUs want for one product. As with images that are stored
 * already, the images of the last row count; each variant has its own.
 */
export function joinImagesToFetch(all: ImagesToFetch[]): ImagesToFetch[] {
  const byProduct = new Map<string, ImagesToFetch>();
  for (const row of all) {
    const earlier = byProduct.get(row.productId);
    byProduct.set(row.productId, earlier ? join(earlier, row) : row);
  }
  return [...byProduct.values()];
}

function join(earlier: ImagesToFetch, later: ImagesToFetch): ImagesToFetch {
  const named = new Set(later.variants.map(({ id }) => id));
  const urls = [...later.images, ...later.variants].map(({ url }) => url);
  const own = Object.fromEntries(urls.map((url) => [url, later.line]));
  return {
    ...earlier,
    images: later.images.length > 0 ? later.images : earlier.images,
    variants: [...earlier.variants.filter(({ id }) => !named.has(id)), ...later.variants],
    description: later.description ?? earlier.description,
    count: earlier.count + later.count,
    rows: (earlier.rows ?? 1) + (later.rows ?? 1),
    lines: { ...own, ...later.lines, ...earlier.lines },
  };
}
