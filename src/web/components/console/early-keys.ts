/** The keys that are typed after Ctrl-K while the code of the command palette is loading. */
export interface EarlyKeys {
  text: string;
  /** Whether Enter was pressed. The first result is then opened as soon as it is found. */
  isEntered: boolean;
}

/** Stores a key for the palette; false for a key that the palette does not need. */
export function keepKey(keys: EarlyKeys, event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey, altKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing) return false;
  // The buttons of the loading dialog, and of the message that loading failed, handle their own
  // keys.
  if (target instanceof Element && target.closest('dialog, [role=alert]')) return false;
  if (key.length === 1) keys.text += key;
  else if (key === 'Backspace') keys.text = keys.text.slice(0, -1);
  else if (key === 'Enter') keys.isEntered = true;
  else return false;
  return true;
}
