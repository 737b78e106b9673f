/**
 * What a page says after a redirect to it. The address has the name of a notice (`?notice=…`) and
 * never its text. An action redirects with `redirectWithNotice`; the page has the same notices in its
 * `handle`, or shows them with `RedirectNotice`.
 */
import { redirect, useLocation } from 'react-router';
import type { NoticeTone } from './ui/notice.tsx';

/** The notices of a page by name. */
export type Notices = Record<string, { tone: NoticeTone; text: string }>;

/** The names of notices, which the compiler checks. */
export type NoticeName<Shown extends Notices> = keyof Shown & string;

/**
 * The address of a page with one of the notices that it shows. `about` has further parameters, such
 * as the order that can be undone.
 */
export function withNotice<Shown extends Notices>(
  to: string,
  _shown: Shown,
  name: NoticeName<Shown>,
  about: Record<string, string> = {},
): string {
  const url = new URL(to, 'http://shop');
  for (const [key, value] of Object.entries({ notice: name, ...about })) {
    url.searchParams.set(key, value);
  }
  return url.pathname + url.search;
}

/** Redirects to a page with one of the notices that it shows. */
export function redirectWithNotice<Shown extends Notices>(
  to: string,
  shown: Shown,
  name: NoticeName<Shown>,
  about?: Record<string, string>,
): Response {
  return redirect(withNotice(to, shown, name, about));
}

/** The notice in the address of the page; null without one, and for one that is not among these. */
export function useNotice(notices: Notices): Notices[string] | null {
  const name = new URLSearchParams(useLocation().search).get('notice') ?? '';
  return Object.hasOwn(notices, name) ? (notices[name] ?? null) : null;
}
