import type { SubmissionResult } from '@conform-to/react';
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** The server's result for a form. */
export type FormResult = SubmissionResult<string[]> | null | undefined;

/** What a field's component shows. */
export interface CheckedField {
  id: string;
  name: string;
  error: string | null;
  initialValue: string | undefined;
}

/** Gives a component its field by name. */
export type FieldOf<Name extends string> = (name: Name) => CheckedField;

/** The messages for a field that is empty or invalid. */
export interface FieldWords {
  missing?: string;
  invalid?: string;
}

type Errors = Record<string, string | null>;

/**
 * A form whose fields are checked when they are left, and whose errors disappear when they are
 * corrected. Sending it focuses the first error. In the browser it uses the fields' own rules
 * (`required`, `type`, `pattern`, lengths), so no schema has to be fetched. The server always
 * checks everything by its schema.
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
  const [seen, setSeen] = useState(lastResult);
  if (seen !== lastResult) {
    setSeen(lastResult);
    setErrors(errorsOf(lastResult));
  }

  useEffect(() => {
    if (lastResult?.status === 'error') focusFirst(form.current, errorsOf(lastResult));
    // A result that requests a reset has no status.
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
      // Without script the browser shows its own messages; with script the form shows these.
      noValidate: useHydrated(),
      onBlur(event: FocusEvent<HTMLFormElement>) {
        // A message that appears now would move the button away from under the pointer.
        if (event.relatedTarget instanceof HTMLButtonElement) return;
        // An empty field is an error only when the form is sent.
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
    (element) => isControl(element) && element.name && errors[element.name],
  );
  if (first instanceof HTMLElement) first.focus();
  return first !== undefined;
}
