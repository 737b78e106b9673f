import { type FormEvent, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { filledIn } from './filled-in.ts';
import { isChanged } from './is-changed.ts';

/**
 * A form whose fields are in the page's address. It is applied as soon as a field changes, and
 * follows the address when a link or Back changes that. Without script its button sends it.
 */
export function useAddressForm() {
  const form = useRef<HTMLFormElement>(null);
  const { search } = useLocation();
  const navigate = useNavigate();
  /** The values of the form when it was last applied; null at the start. */
  const shown = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the address changes
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    // Applies what was typed before the script loaded.
    if (shown.current === null && [...element.elements].some(isChanged)) return apply();
    for (const control of element.elements) showAgain(control, new URLSearchParams(search));
    shown.current = filledIn(element);
    // A list that became shorter has moved the page.
    element.querySelector(':focus')?.scrollIntoView({ block: 'nearest' });
  }, [search]);

  function apply() {
    // What is wrong is neither applied nor cleared: the browser names it.
    if (!form.current?.reportValidity()) return;
    const next = filledIn(form.current);
    // Enter in a field causes a change and a submission.
    if (next === shown.current) return;
    shown.current = next;
    void navigate(`?${next}`, { preventScrollReset: true });
  }

  useEffect(() => {
    const element = form.current;
    // React's own `onChange` fires with every character; this event fires when a field is left.
    element?.addEventListener('change', apply);
    return () => element?.removeEventListener('change', apply);
  });

  return {
    ref: form,
    method: 'get',
    // The address holds the state, so browsers need not restore the fields.
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
    // The value in the address may not exist.
    if (control.selectedIndex < 0) control.selectedIndex = 0;
  } else if (control instanceof HTMLInputElement) {
    if (control.type === 'checkbox' || control.type === 'radio') {
      control.checked = control.defaultChecked;
    } else if (control !== document.activeElement) control.value = control.defaultValue;
  }
}
