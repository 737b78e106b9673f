/** Reports which product was chosen among the results of a search. Nothing waits for this. */
export function noteClick(target: EventTarget | null, q: string): void {
  const link = target instanceof Element ? target.closest('a') : null;
  const product = /^\/product\/([^/]+)$/.exec(link?.pathname ?? '')?.[1];
  if (!product) return;
  fetch('/search/clicks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q, product }),
    keepalive: true,
  }).catch(() => {});
}
