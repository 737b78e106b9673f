import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Keeps what a page has while only the search part of its address changes. */
export function searchAlone(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change;
  const sameAddress = currentUrl.href === nextUrl.href;
  if (!formMethod && !sameAddress && currentUrl.pathname === nextUrl.pathname) return false;
  return defaultShouldRevalidate;
}

/** Whether only the part of the address behind `#` changes. */
export function hashAlone({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  const isSame = currentUrl.pathname + currentUrl.search === nextUrl.pathname + nextUrl.search;
  return !formMethod && isSame && currentUrl.hash !== nextUrl.hash;
}

/** Keeps what a page shows of the catalogue while the cart changes. */
export function notForCarts(change: ShouldRevalidateFunctionArgs): boolean {
  return change.formAction === '/cart' ? false : change.defaultShouldRevalidate;
}

/** Fetches a page again after a conflict as well: what it shows is what the refusal speaks of. */
export function afterConflicts(change: ShouldRevalidateFunctionArgs): boolean {
  return change.actionStatus === 409 || change.defaultShouldRevalidate;
}
