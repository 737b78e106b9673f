/** The fields of small forms whose text `TypedGuard` does not let go unasked. */
export const TEXTS = ':is(textarea, input:not([type=hidden], [type=checkbox], [type=radio]))';

/** Takes back what was typed into a form that is going to be hidden. */
export function clearTexts(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll<HTMLInputElement>(TEXTS) ?? []) {
    field.value = field.defaultValue;
  }
  // The guard looks again.
  form?.dispatchEvent(new Event('input', { bubbles: true }));
}
