import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { firstCharacters } from '#shared/first-characters.ts';
import { LONGEST_TEXT } from '../../list-text.ts';
import { TYPING_PAUSE_MS, useAfterPause } from '../../ui/use-after-pause.ts';
import type { FoundGroup, SearchResult } from './search-result.ts';

const EDITOR = '/admin/products/';
const NOTHING: FoundGroup[] = [];

/** A product that a search of the console found. */
export interface NamedProduct {
  id: string;
  name: string;
  /** What distinguishes it from others with the same name. */
  about: string | undefined;
}

/** What the console finds for what is typed, shortly after each key. */
export function useStaffSearch(typed: string) {
  const { load, data, state } = useFetcher<SearchResult>();
  const text = firstCharacters(typed.trim(), LONGEST_TEXT).trim();
  const afterPause = useAfterPause();
  useEffect(() => {
    if (text === '') return;
    return afterPause(TYPING_PAUSE_MS, () => {
      void load(`/admin/search?${new URLSearchParams({ q: text })}`);
    });
  }, [text, load, afterPause]);
  // Results of an earlier text are not shown, because Enter would choose one of them.
  const groups = text !== '' && data?.text === text ? data.groups : NOTHING;
  return {
    text,
    groups,
    isSearching: text !== '' && (state !== 'idle' || data?.text !== text),
  };
}

/** The products among what the console finds. */
export function useProductSearch(typed: string) {
  const { text, groups, isSearching } = useStaffSearch(typed);
  const found = groups.flatMap(({ items }) =>
    items
      .filter(({ to }) => to.startsWith(EDITOR))
      .map(({ label, about, to }): NamedProduct => {
        return { id: to.slice(EDITOR.length), name: label, about };
      }),
  );
  return { text, found, isSearching };
}
