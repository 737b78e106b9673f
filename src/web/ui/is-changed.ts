/** Whether a field's value differs from the one that the page loaded with. */
export function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement)
    return control.selectedOptions[0] !== defaultOf(control);
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (!(control instanceof HTMLInputElement)) return false;
  // The value of a box is what it sends when it is ticked; without one it is 'on' and no default.
  if (['checkbox', 'radio'].includes(control.type)) {
    return control.checked !== control.defaultChecked;
  }
  return control.value !== control.defaultValue;
}

/** Without one that the page chose, a browser chooses the first. */
function defaultOf({ options }: HTMLSelectElement): HTMLOptionElement | undefined {
  const all = [...options];
  return (
    all.find(({ defaultSelected }) => defaultSelected) ?? all.find(({ disabled }) => !disabled)
  );
}
