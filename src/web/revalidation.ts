import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Keeps what a page has while only the search part of its address changes. */
export function searchAlone(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change;
  const sameAddress = currentUrl.href === nextUrl.href;
  if (!formMethod && !sameAddress && currentUrl.pathname === nextUrl.pathname) return false;
  return defaultShouldRevalidate;
}

/** Keeps what a page shows of the catalogue while the cart changes. */
export function notForCarts(change: ShouldRevalidateFunctionArgs): boolean {
  return change.formAction === '/cart' ? false : change.defaultShouldRevalidate;
}

/** Fetches a page again after a conflict as well: what it shows is what the refusal speaks of. */
export function afterConflicts(change: ShouldRevalidateFunctionArgs): boolean {
  return change.actionStatus === 409 || change.defaultShouldRevalidate;
}
