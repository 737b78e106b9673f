import { type Dispatch, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type FieldName, type Fields, fieldNames } from './draft.ts';
import type { EditorAction } from './editor-state.ts';

/** Restores text that was typed into the plain fields before the script loaded. */
export function useEarlyFields(
  form: RefObject<HTMLFormElement | null>,
  shown: Fields,
  dispatch: Dispatch<EditorAction>,
): void {
  const early = useRef<[FieldName, string][]>([]);
  // The next rendering clears the fields, so they are read before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the script has loaded
  useLayoutEffect(() => {
    const typed = form.current && new FormData(form.current);
    early.current = fieldNames.flatMap((name): [FieldName, string][] => {
      const value = typed?.get(name);
      return typeof value === 'string' && value !== shown[name] ? [[name, value]] : [];
    });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the script has loaded
  useEffect(() => {
    for (const [name, value] of early.current) dispatch({ type: 'field', name, value });
  }, []);
}
