import type { SubmissionResult } from '@conform-to/react';
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** What the server said of a form that was sent to it. */
export type FormResult = SubmissionResult<string[]> | null | undefined;

/** A field as its component shows it. */
export interface CheckedField {
  id: string;
  name: string;
  error: string | null;
  initialValue: string | undefined;
}

/** What to say of a field that the browser finds empty, or not as it must be. */
export interface FieldWords {
  missing?: string;
  invalid?: string;
}

type Errors = Record<string, string | null>;

/**
 * A form that is checked when a field is left and cleared as it is mended; sending it leads to the
 * first mistake. In the browser the fields' own rules (`required`, `type`, `pattern`, lengths) do
 * it, so no schema has to be fetched; the server checks everything by its schema in any case.
 */
export function useCheckedForm<Name extends string>(options: {
  id: string;
  fields: Record<Name, FieldWords>;
  lastResult: FormResult;
  values?: Partial<Record<Name, string | null>>;
}) {
  const { id, fields, lastResult, values } = options;
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>(() => errorsOf(lastResult));
  const [told, setTold] = useState(lastResult);
  if (told !== lastResult) {
    setTold(lastResult);
    setErrors(errorsOf(lastResult));
  }

  useEffect(() => {
    if (lastResult?.status === 'error') focusFirst(form.current, errorsOf(lastResult));
    // A result that asks for a reset has no status.
    else if (lastResult) form.current?.reset();
  }, [lastResult]);

  const check = (control: Control) => {
    const words = fields[control.name as Name];
    if (words) setErrors((old) => ({ ...old, [control.name]: wordsFor(control, words) }));
  };

  return {
    formErrors: lastResult?.status === 'error' ? (lastResult.error?.[''] ?? []) : [],
    form: {
      ref: form,
      id,
      // Without script the browser's own messages are there; with it, ours.
      noValidate: useHydrated(),
      onBlur(event: FocusEvent<HTMLFormElement>) {
        // A message that appears now would push the button away from under the pointer.
        if (event.relatedTarget instanceof HTMLButtonElement) return;
        // An empty field is no mistake until the form is sent.
        if (isControl(event.target) && event.target.value !== '') check(event.target);
      },
      onInput(event: FormEvent<HTMLFormElement>) {
        if (isControl(event.target) && errors[event.target.name]) check(event.target);
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const found = checkAll(event.currentTarget, fields);
        setErrors(found);
        if (focusFirst(event.currentTarget, found)) event.preventDefault();
      },
    },
    field(name: Name): CheckedField {
      const sent = lastResult?.initialValue?.[name];
      return {
        id: `${id}-${name}`,
        name,
        error: errors[name] ?? null,
        initialValue: typeof sent === 'string' ? sent : (values?.[name] ?? undefined),
      };
    },
  };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isControl(element: EventTarget): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function wordsFor(control: Control, { missing, invalid }: FieldWords): string | null {
  const empty = control.required && control.value.trim() === '';
  if (empty) return missing ?? control.validationMessage;
  return control.validity.valid ? null : (invalid ?? control.validationMessage);
}

function checkAll(form: HTMLFormElement, fields: Record<string, FieldWords>): Errors {
  const found: Errors = {};
  for (const control of form.elements) {
    const words = isControl(control) && fields[control.name];
    if (words) found[control.name] = wordsFor(control, words);
  }
  return found;
}

function errorsOf(result: FormResult): Errors {
  if (result?.status !== 'error') return {};
  return Object.fromEntries(
    Object.entries(result.error ?? {}).map(([name, words]) => [name, words?.[0] ?? null]),
  );
}

function focusFirst(form: HTMLFormElement | null, errors: Errors): boolean {
  const first = [...(form?.elements ?? [])].find(
    (element) => isControl(element) && errors[element.name],
  );
  if (first instanceof HTMLElement) first.focus();
  return first !== undefined;
}
