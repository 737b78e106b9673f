import { useEffect, useState } from 'react';
import type { SuggestionsJson } from '#features/catalog/search.schema.ts';

export interface Suggestions {
  products: SuggestedProduct[];
  categories: { name: string; path: string }[];
  queries: string[];
}

export interface SuggestedProduct {
  name: string;
  slug: string;
  imageUrl: string | null;
  /** The lowest of its variants, as a decimal amount. */
  price: number;
  variants: { price: number }[];
  isSoldOut: boolean;
}

/** Longer than most people take between two letters. */
const PAUSE_MS = 120;

/** Suggestions for what is typed; those before stay until the next are there. Null for none. */
export function useSuggestions(text: string): Suggestions | null {
  const [found, setFound] = useState<Suggestions | null>(null);
  const q = text.trim();
  useEffect(() => {
    if (q === '') return setFound(null);
    const request = new AbortController();
    const timer = setTimeout(() => {
      fetch(`/search/suggestions?${new URLSearchParams({ q })}`, { signal: request.signal })
        .then(async (response) => {
          if (response.ok) setFound(toSuggestions(await response.json()));
        })
        // Without suggestions the field is what it is without script.
        .catch(() => {});
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [q]);
  return found;
}

function toSuggestions({ products, categories, queries }: SuggestionsJson): Suggestions {
  return {
    products: products.map(({ name, slug, img, price, variants, stock }) => ({
      name,
      slug,
      imageUrl: img,
      price,
      variants,
      isSoldOut: stock,
    })),
    categories,
    queries,
  };
}
