/**
 * Whether a key belongs to a field, a dialog or the browser, so that it is not a shortcut of the
 * page.
 */
export function isTyped({
  ctrlKey,
  metaKey,
  altKey,
  target,
  defaultPrevented,
}: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return true;
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return true;
  return (
    target instanceof Element &&
    target.matches('input:not([type=checkbox]), select, textarea, [contenteditable]')
  );
}
