import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { listParams } from './list-window.ts';

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

/** Keeps what a list shows while a question about one of its rows is asked; fetches it after conflicts. */
export function listWithQuestions(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod } = change;
  const isSameList =
    currentUrl.href !== nextUrl.href &&
    currentUrl.pathname === nextUrl.pathname &&
    String(listParams(currentUrl.search)) === String(listParams(nextUrl.search));
  if (isSameList && (formMethod ?? 'GET') === 'GET') return false;
  return afterConflicts(change);
}

/** Fetches a page again after a conflict as well: what it shows is what the refusal speaks of. */
export function afterConflicts(change: ShouldRevalidateFunctionArgs): boolean {
  return change.actionStatus === 409 || change.defaultShouldRevalidate;
}
