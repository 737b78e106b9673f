/**
 * How a page answers a refusal of the shop: one place that knows both `AppError` and React Router.
 * Loaders turn it into the error page with its status, guards into a way to sign in, form actions
 * into a sentence beside the form.
 */
import { data, type RouterContextProvider, redirect } from 'react-router';
import { safeReturnPath } from '#features/accounts/return-path.ts';
import type { SignedInUser } from '#features/actor.ts';
import { AppError, type ErrorCode, findRefusal } from '#shared/errors.ts';
import { listParams } from './list-window.ts';
import { type Visit, visitOf } from './shop-context.ts';

/** What the error page is told. */
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

/** Awaits a use case for an action: a refusal comes back as a value, anything else is a bug. */
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

/** How an action answers a refusal: its status, and after how long it is worth to ask again. */
export function refusalInit({ status, retryAfterSeconds }: AppError): ResponseInit {
  const wait: Record<string, string> =
    retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return { status, headers: wait };
}

/** Where to go after signing in; who has done so already is sent there at once. */
export function requireVisitor({ actor }: Visit, url: URL): { from: string } {
  const from = safeReturnPath(url.searchParams.get('from'));
  if (actor.user) throw redirect(from);
  return { from };
}

/**
 * Returns a change that a list's form asked for: back to the same view of it, with a notice or with
 * what `says` adds to the address; or a sentence there.
 */
export async function respondToListChange<T>(
  work: Promise<T>,
  url: URL,
  says: string | ((value: T) => Record<string, string>),
) {
  const result = await orRefusal(work);
  if (result.refusal) {
    return data({ message: result.refusal.message }, refusalInit(result.refusal));
  }
  const params = listParams(url.search);
  const added = typeof says === 'string' ? { notice: says } : says(result.value);
  for (const [name, value] of Object.entries(added)) params.set(name, value);
  throw redirect(`${url.pathname}?${params}`);
}

/** A longer way back would not fit into the headers that proxies take. */
const LONGEST_WAY_BACK = 1_000;

/** Leads to sign-in, and back afterwards. */
export function redirectToSignIn(url: URL): Response {
  const from = url.pathname + url.search;
  if (from.length > LONGEST_WAY_BACK) return redirect('/login');
  return redirect(`/login?${new URLSearchParams({ from })}`);
}

/** The signed-in account; guests go to sign in first, and come back afterwards. */
export function requireSignIn({ actor }: Visit, url: URL): SignedInUser {
  if (actor.user) return actor.user;
  throw redirectToSignIn(url);
}

/** The signed-in admin; visitors go to sign in, everyone else gets a page that says no. */
export function requireAdminPage(visit: Visit, url: URL): SignedInUser {
  const user = requireSignIn(visit, url);
  if (user.role === 'admin') return user;
  throw asErrorPage(new AppError('forbidden', 'This page is for the people who run the shop.'));
}

/**
 * The fields of the posted form, read by the server within its limits; the error page for what is no
 * form, has too many fields, or is one of too many.
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

/** True for a form that the browser posted itself, without script. */
export function isDocumentRequest(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false;
}

function asErrorPage(error: unknown): unknown {
  const refusal = findRefusal(error);
  if (!refusal) return error;
  const { code, message } = refusal;
  return data({ code, message } satisfies RefusalData, refusalInit(refusal));
}
