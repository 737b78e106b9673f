/**
 * Turns refusals into responses of pages: the one place that knows both `AppError` and React
 * Router. Loaders turn a refusal into the error page with its status, and guards redirect to sign-in.
 * `posted-form.ts` has what form actions return.
 */
import { data, type RouterContextProvider, redirect } from 'react-router';
import { safeReturnPath } from '#features/accounts/return-path.ts';
import type { SignedInUser } from '#features/actor.ts';
import { AppError, type ErrorCode, findRefusal } from '#shared/errors.ts';
import { accountNotices } from './components/page/account-notices.ts';
import { redirectWithNotice } from './notices.ts';
import { type Visit, visitOf } from './shop-context.ts';

/** The data of the error page. */
export interface RefusalData {
  code: ErrorCode;
  message: string;
}

/** Awaits a use case for a loader: a refusal becomes the error page. */
export async function orErrorPage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asErrorPage(error);
  }
}

/**
 * Awaits a use case for an action: returns a refusal as a value, and rethrows every other error.
 */
export async function orRefusal<T>(
  work: Promise<T>,
): Promise<{ value: T; refusal?: never } | { value?: never; refusal: AppError }> {
  try {
    return { value: await work };
  } catch (error) {
    const refusal = findRefusal(error);
    if (refusal) return { refusal };
    throw error;
  }
}

/** The status of a refusal, and after how long a client may try again. */
export function refusalInit({ status, retryAfterSeconds }: AppError): ResponseInit {
  const wait: Record<string, string> =
    retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return { status, headers: wait };
}

/** Returns where to go after signing in; redirects signed-in users there at once. */
export function requireGuest({ actor }: Visit, url: URL): { from: string } {
  const from = safeReturnPath(url.searchParams.get('from'));
  if (actor.user) throw redirect(from);
  return { from };
}

/** A longer return address would not fit into the headers that proxies accept. */
const LONGEST_WAY_BACK = 1_000;

/** Redirects to sign-in, and back afterwards. */
export function redirectToSignIn(url: URL): Response {
  const from = url.pathname + url.search;
  if (from.length > LONGEST_WAY_BACK) return redirect('/login');
  return redirect(`/login?${new URLSearchParams({ from })}`);
}

/**
 * What a guest gets from a page that needs a sign-in: a redirect to sign-in, and back afterwards. A
 * form that a script posted gets a refusal instead, so that its page stays with what was typed. A
 * browser without script leaves the page, and sign-in says that nothing was saved.
 */
export function signInNeeded({ isPosted, isDataRequest }: Visit, url: URL): unknown {
  const signIn = redirectToSignIn(url);
  if (!isPosted) return signIn;
  if (!isDataRequest) {
    return redirectWithNotice(
      signIn.headers.get('Location') ?? '/login',
      accountNotices,
      'not-saved',
    );
  }
  const { code, message: detail, status } = new AppError('unauthenticated', NOT_SAVED);
  // Text, as from a rate limit: `offline/handle-offline.ts` gives it to the form.
  return data(JSON.stringify({ code, detail }), { status });
}

const NOT_SAVED =
  'You are signed out, so nothing was saved. Please log in again in another tab, then send this once more.';

/** Returns the signed-in user; guests get `signInNeeded`. */
export function requireSignIn(visit: Visit, url: URL): SignedInUser {
  if (visit.actor.user) return visit.actor.user;
  throw signInNeeded(visit, url);
}

/**
 * Returns the signed-in admin; guests get `signInNeeded`. Customers are refused by the pages of
 * the specification, and get the response of an unknown page below `/admin`.
 */
export function requireAdminPage(visit: Visit, url: URL): SignedInUser {
  const user = requireSignIn(visit, url);
  if (user.role === 'admin') return user;
  if (/^\/admin(\/|$)/i.test(url.pathname)) throw asErrorPage(new AppError('not_found', ''));
  throw asErrorPage(new AppError('forbidden', 'This page is for the people who run the shop.'));
}

/**
 * Returns the fields of the posted form, which the server reads within its limits. Throws the error
 * page for an invalid form, too many fields, or too many posts.
 */
export function readForm(context: Readonly<RouterContextProvider>): Promise<FormData> {
  return orErrorPage(visitOf(context).readForm());
}

/** Redirects with the cookies of a sign-in, sign-up or sign-out. */
export function redirectWithCookies(to: string, cookies: string[]): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return redirect(to, { headers });
}

/**
 * Redirects to the first page of a list if the one that the address names has no rows by now, such as
 * after its last row was settled. Otherwise the page would say that the whole list is empty.
 */
export function requireRows({ pathname, searchParams }: URL, rows: readonly unknown[]): void {
  if (rows.length > 0 || !searchParams.has('after')) return;
  const params = new URLSearchParams(searchParams);
  params.delete('after');
  throw redirect(params.size > 0 ? `${pathname}?${params}` : pathname);
}

/** Whether the browser posted the form itself, without script. */
export function isDocumentRequest(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false;
}

function asErrorPage(error: unknown): unknown {
  const refusal = findRefusal(error);
  if (!refusal) return error;
  const { code, message } = refusal;
  return data({ code, message } satisfies RefusalData, refusalInit(refusal));
}
