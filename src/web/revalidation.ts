import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { listParams } from './pagination.ts';

/** Prevents loading data again when only the search part of the address changes. */
export function skipOnSearchChange(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change;
  const sameAddress = currentUrl.href === nextUrl.href;
  if (!formMethod && !sameAddress && currentUrl.pathname === nextUrl.pathname) return false;
  return defaultShouldRevalidate;
}

/** Whether only the part of the address after `#` changes. */
export function isHashChange({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  const isSame = currentUrl.pathname + currentUrl.search === nextUrl.pathname + nextUrl.search;
  return !formMethod && isSame && currentUrl.hash !== nextUrl.hash;
}

/**
 * Prevents loading catalog data again when only the cart has changed. The router also asks this for
 * a page that is still loading. If that page was not loaded, the old page would be shown at the new
 * address.
 */
export function skipOnCartChange(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formAction, defaultShouldRevalidate } = change;
  if (formAction !== '/cart') return defaultShouldRevalidate;
  return currentUrl.pathname + currentUrl.search !== nextUrl.pathname + nextUrl.search;
}

/**
 * For a list of products. Opening the filters' sheet only changes the part after `#`, so nothing is
 * loaded.
 */
export function skipOnHashOrCartChange(change: ShouldRevalidateFunctionArgs): boolean {
  return isHashChange(change) ? false : skipOnCartChange(change);
}

/**
 * Prevents loading a list again while a question about one row is shown. After a conflict it is
 * loaded.
 */
export function listWithQuestions(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod } = change;
  const isSameList =
    currentUrl.href !== nextUrl.href &&
    currentUrl.pathname === nextUrl.pathname &&
    String(listParams(currentUrl.search)) === String(listParams(nextUrl.search));
  if (isSameList && (formMethod ?? 'GET') === 'GET') return false;
  return afterConflicts(change);
}

/** Loads a page again after a conflict as well, so that it shows what has changed. */
export function afterConflicts(change: ShouldRevalidateFunctionArgs): boolean {
  const isConflict = change.actionStatus === 409 || change.actionStatus === 412;
  return isConflict || change.defaultShouldRevalidate;
}
