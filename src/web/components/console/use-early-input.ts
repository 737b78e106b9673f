import { useEffect, useRef } from 'react';
import { isChanged } from '../../ui/is-changed.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps what was typed into a form before the script loaded. React sets text areas back to their
 * first text when it takes the page over, and controlled fields with the next rendering.
 */
export function useEarlyInput(formId: string): void {
  const isHydrated = useHydrated();
  const early = useRef<Map<string, string> | null>(null);
  // Effects run too late for text areas.
  if (!isHydrated && typeof document !== 'undefined') early.current ??= changedIn(formId);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement) || !early.current) return;
    for (const [name, value] of early.current) {
      const control = form.elements.namedItem(name);
      if (isControl(control)) type(control, value);
    }
    early.current.clear();
  }, [formId]);
}

function changedIn(formId: string): Map<string, string> {
  const form = document.getElementById(formId);
  const controls = form instanceof HTMLFormElement ? [...form.elements].filter(isControl) : [];
  return new Map(controls.filter(isChanged).map(({ name, value }) => [name, value]));
}

/** Whether it holds a text or a choice. Browsers and React keep boxes and files as they are. */
function isControl(element: unknown): element is Control {
  if (element instanceof HTMLInputElement) return !SKIPPED.includes(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

const SKIPPED = ['hidden', 'checkbox', 'radio', 'file', 'submit', 'button'];

/** Sets a value as if it were typed, so that React and the form notice it. */
function type(control: Control, value: string): void {
  // React compares with the value that was last set through its own property.
  control.value = '';
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {};
  set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
