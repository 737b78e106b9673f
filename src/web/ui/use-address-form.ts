import { type FormEvent, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { filledIn } from './filled-in.ts';
import { isChanged } from './is-changed.ts';

/**
 * A form whose fields are in the page's address: applied as soon as one of them changes, and in step
 * with the address when that changes by a link or by Back. Without script its button sends it.
 */
export function useAddressForm() {
  const form = useRef<HTMLFormElement>(null);
  const { search } = useLocation();
  const navigate = useNavigate();
  /** What the form said when it was last applied; null while the page starts. */
  const shown = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address calls for it
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    // Whoever was faster than the script is not undone but served.
    if (shown.current === null && [...element.elements].some(isChanged)) return apply();
    for (const control of element.elements) showAgain(control, new URLSearchParams(search));
    shown.current = filledIn(element);
  }, [search]);

  function apply() {
    const next = form.current && filledIn(form.current);
    // Enter in a field is a change and a submission.
    if (next === null || next === shown.current) return;
    shown.current = next;
    void navigate(`?${next}`, { preventScrollReset: true });
  }

  useEffect(() => {
    const element = form.current;
    // React's own `onChange` comes with every letter; this one when a field is left.
    element?.addEventListener('change', apply);
    return () => element?.removeEventListener('change', apply);
  });

  return {
    ref: form,
    method: 'get',
    // The address holds the state; browsers need not remember another.
    autoComplete: 'off',
    onSubmit(event: FormEvent) {
      event.preventDefault();
      apply();
    },
  } as const;
}

function showAgain(control: Element, params: URLSearchParams) {
  if (control instanceof HTMLSelectElement) {
    control.value = params.get(control.name) ?? '';
    // What the address asks for may not exist.
    if (control.selectedIndex < 0) control.selectedIndex = 0;
  } else if (control instanceof HTMLInputElement) {
    if (control.type === 'checkbox' || control.type === 'radio') {
      control.checked = control.defaultChecked;
    } else if (control !== document.activeElement) control.value = control.defaultValue;
  }
}
