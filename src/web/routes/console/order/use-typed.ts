import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * What a form has now, for the texts that depend on it; null before script. A new `version` of the
 * order may have changed its fields.
 */
export function useTyped(version: number): {
  form: { ref: RefObject<HTMLFormElement | null>; onInput: () => void };
  typed: FormData | null;
} {
  const ref = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<FormData | null>(null);
  const onInput = () => setTyped(ref.current && new FormData(ref.current));
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after each version
  useEffect(onInput, [version]);
  return { form: { ref, onInput }, typed };
}
