/** Tells the shop which product was chosen for a search. Nothing waits for it. */
export function sendClick(click: {
  /** What was searched, or typed. */
  q: string;
  /** The slug of the product. */
  product: string;
  /** Whether it was a suggestion while one typed. */
  suggested?: boolean;
}): void {
  fetch('/search/clicks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(click),
    keepalive: true,
  }).catch(() => {});
}
