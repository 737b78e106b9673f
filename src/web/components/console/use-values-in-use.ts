import { useEffect, useState } from 'react';
import type { ValueKind } from '#features/merchandising/values-in-use.schema.ts';

/** Longer than most people take between two letters. */
const PAUSE_MS = 150;
const NONE: string[] = [];

/** The brands, types or tags of products that begin with what is typed; `first` until `ask` is called. */
export function useValuesInUse(kind: ValueKind, first = NONE) {
  const [values, setValues] = useState(first);
  const [text, ask] = useState<string | null>(null);
  useEffect(() => {
    if (text === null) return;
    const request = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ kind, q: text.slice(0, 200) });
      fetch(`/api/v1/product-values?${query}`, { signal: request.signal })
        .then(async (response) => {
          if (response.ok) setValues(await response.json());
        })
        // Without suggestions the field works as it does without script.
        .catch(() => {});
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [kind, text]);
  return { values, ask };
}
