import { useEffect, useId, useLayoutEffect } from 'react';

/** The open dialogs; one may open while another closes. */
const open = new Set<string>();

/**
 * Makes the page behind a dialog inert, so that no key moves the focus there. The live region is
 * outside of the inert elements.
 */
export function useInertPage(isOpen: boolean): void {
  const id = useId();
  useEffect(() => {
    // Runs after the dialog is painted: on a phone this takes as long as the dialog itself.
    if (isOpen) note(id, true);
  }, [isOpen, id]);
  // Runs before the focus returns to where it was.
  useLayoutEffect(() => (isOpen ? () => note(id, false) : undefined), [isOpen, id]);
}

function note(id: string, isOpen: boolean): void {
  if (isOpen) open.add(id);
  else open.delete(id);
  for (const part of document.querySelectorAll<HTMLElement>(
    'body > :is(a, header, main, footer, [data-frame])',
  )) {
    part.inert = open.size > 0;
  }
}
