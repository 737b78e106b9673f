import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { listParams } from './list-window.ts';

/** Does not load data again while only the search part of the address changes. */
export function searchAlone(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change;
  const sameAddress = currentUrl.href === nextUrl.href;
  if (!formMethod && !sameAddress && currentUrl.pathname === nextUrl.pathname) return false;
  return defaultShouldRevalidate;
}

/** Whether only the part of the address after `#` changes. */
export function hashAlone({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  const isSame = currentUrl.pathname + currentUrl.search === nextUrl.pathname + nextUrl.search;
  return !formMethod && isSame && currentUrl.hash !== nextUrl.hash;
}

/**
 * Does not load catalog data again when the cart has changed. The router asks this also for a page
 * that is on its way then, and would show the old page at the new address if it were not loaded.
 */
export function notForCarts(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formAction, defaultShouldRevalidate } = change;
  if (formAction !== '/cart') return defaultShouldRevalidate;
  return currentUrl.pathname + currentUrl.search !== nextUrl.pathname + nextUrl.search;
}

/** For a list of products. The filters' sheet is an address with `#`: it loads nothing. */
export function listOnItsOwn(change: ShouldRevalidateFunctionArgs): boolean {
  return hashAlone(change) ? false : notForCarts(change);
}

/** Does not load a list again while a question about one row is shown; loads it after conflicts. */
export function listWithQuestions(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod } = change;
  const isSameList =
    currentUrl.href !== nextUrl.href &&
    currentUrl.pathname === nextUrl.pathname &&
    String(listParams(currentUrl.search)) === String(listParams(nextUrl.search));
  if (isSameList && (formMethod ?? 'GET') === 'GET') return false;
  return afterConflicts(change);
}

/** Loads a page again after a conflict as well, because it shows what has changed. */
export function afterConflicts(change: ShouldRevalidateFunctionArgs): boolean {
  const isConflict = change.actionStatus === 409 || change.actionStatus === 412;
  return isConflict || change.defaultShouldRevalidate;
}
