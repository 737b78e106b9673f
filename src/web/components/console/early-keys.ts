/** What is typed after Ctrl-K while the code of the command palette is on its way. */
export interface EarlyKeys {
  text: string;
  /** Enter was pressed: the first result is opened as soon as it is found. */
  isEntered: boolean;
}

/** Keeps a key for the palette; false for one that it does not need. */
export function keepKey(keys: EarlyKeys, event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey, altKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing) return false;
  // The buttons of the dialog that waits, and of the message that nothing came, have their own keys.
  if (target instanceof Element && target.closest('dialog, [role=alert]')) return false;
  if (key.length === 1) keys.text += key;
  else if (key === 'Backspace') keys.text = keys.text.slice(0, -1);
  else if (key === 'Enter') keys.isEntered = true;
  else return false;
  return true;
}
