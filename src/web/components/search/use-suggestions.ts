import { useEffect, useState } from 'react';
import type { SuggestionsJson } from '#features/catalog/search.schema.ts';
import { TYPING_PAUSE_MS, useAfterPause } from '../../ui/use-after-pause.ts';

export interface Suggestions {
  products: SuggestedProduct[];
  categories: { name: string; path: string }[];
  collections: { name: string; path: string }[];
  pages: { name: string; path: string }[];
  queries: string[];
}

export interface SuggestedProduct {
  name: string;
  slug: string;
  imageUrl: string | null;
  /** The lowest price of its variants, as a decimal amount. */
  price: number;
  variants: { price: number }[];
  isSoldOut: boolean;
}

/**
 * Suggestions for the typed text. The earlier ones stay until the next ones arrive. Null for none.
 */
export function useSuggestions(text: string): Suggestions | null {
  const [found, setFound] = useState<Suggestions | null>(null);
  const q = text.trim();
  const afterPause = useAfterPause();
  useEffect(() => {
    if (q === '') return setFound(null);
    return afterPause(TYPING_PAUSE_MS, (signal) => {
      fetch(`/search/suggestions?${new URLSearchParams({ q })}`, { signal })
        .then(async (response) => {
          if (response.ok) setFound(toSuggestions(await response.json()));
        })
        // Without suggestions the field works as it does without script.
        .catch(() => {});
    });
  }, [q, afterPause]);
  return found;
}

function toSuggestions({ products, collections, pages, ...others }: SuggestionsJson): Suggestions {
  return {
    products: products.map(({ name, slug, img, price, variants, stock }) => ({
      name,
      slug,
      imageUrl: img,
      price,
      variants,
      isSoldOut: stock,
    })),
    // A process of an earlier version sends none.
    collections: collections ?? [],
    pages: pages ?? [],
    ...others,
  };
}
