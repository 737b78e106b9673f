import { sendClick } from '../../../components/search/send-click.ts';

/** Reports which product was chosen among the results of a search. */
export function noteClick(target: EventTarget | null, q: string): void {
  const link = target instanceof Element ? target.closest('a') : null;
  // A suggestion belongs to what is typed, and tells so itself.
  if (link?.role === 'option') return;
  const product = /^\/product\/([^/]+)$/.exec(link?.pathname ?? '')?.[1];
  if (product) sendClick({ q, product });
}
