import { useEffect, useId, useLayoutEffect } from 'react';

/** The dialogs that are open; one may open while another closes. */
const open = new Set<string>();

/**
 * Makes the page behind a dialog inert, so that no key, however fast, leads the focus there. What is
 * announced is said outside of these parts.
 */
export function useInertPage(isOpen: boolean): void {
  const id = useId();
  useEffect(() => {
    // After the dialog has been painted: on a phone this takes as long as the dialog itself.
    if (isOpen) note(id, true);
  }, [isOpen, id]);
  // Before the focus goes back to where it was.
  useLayoutEffect(() => (isOpen ? () => note(id, false) : undefined), [isOpen, id]);
}

function note(id: string, isOpen: boolean): void {
  if (isOpen) open.add(id);
  else open.delete(id);
  for (const part of document.querySelectorAll<HTMLElement>(
    'body > :is(a, header, main, footer)',
  )) {
    part.inert = open.size > 0;
  }
}
