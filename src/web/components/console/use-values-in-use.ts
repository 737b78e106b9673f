import { useEffect, useState } from 'react';
import type { ValueKind } from '#features/merchandising/values-in-use.schema.ts';
import { TYPING_PAUSE_MS, useAfterPause } from '../../ui/use-after-pause.ts';

const NONE: string[] = [];

/** The brands, types or tags of products that begin with what is typed; `first` until `ask` is called. */
export function useValuesInUse(kind: ValueKind, first = NONE) {
  const [values, setValues] = useState(first);
  const [text, ask] = useState<string | null>(null);
  const afterPause = useAfterPause();
  useEffect(() => {
    if (text === null) return;
    return afterPause(TYPING_PAUSE_MS, (signal) => {
      const query = new URLSearchParams({ kind, q: text.slice(0, 200) });
      fetch(`/api/v1/product-values?${query}`, { signal })
        .then(async (response) => {
          if (response.ok) setValues(await response.json());
        })
        // Without suggestions the field works as it does without script.
        .catch(() => {});
    });
  }, [kind, text, afterPause]);
  return { values, ask };
}
