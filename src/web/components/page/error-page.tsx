import { isRouteErrorResponse, useLocation } from 'react-router';
import { readUnreachable } from '../../offline/unreachable.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';

/** The page for an error: a plain sentence, and links to go on. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const { title, text, retry } = describeError(error);
  return (
    <div className="page-width flex min-h-[60dvh] flex-col items-center justify-center py-section text-center">
      <h1 className="max-w-2xl text-display">{title}</h1>
      <p className="mt-5 max-w-prose text-lg text-ink-soft">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {retry ? (
          <form method="get" action={pathname}>
            {[...new URLSearchParams(search)].map(([name, value]) => (
              <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
            ))}
            <Button look="accent">Try again</Button>
          </form>
        ) : null}
        <ButtonLink to="/" look={retry ? 'outline' : 'accent'}>
          Back to the home page
        </ButtonLink>
      </div>
    </div>
  );
}

/** Title and text of an error; details of an unexpected error stay hidden. */
export function describeError(error: unknown): { title: string; text: string; retry: boolean } {
  const unreachable = readUnreachable(error);
  if (unreachable) {
    return { title: 'That did not go through', text: unreachable.message, retry: true };
  }
  if (isRouteErrorResponse(error)) {
    const message = (error.data as { message?: unknown } | null)?.message;
    const text = typeof message === 'string' ? message : '';
    if (error.status === 404) {
      return {
        title: 'This page is not here',
        text: text || 'It may have moved, or there may be a typo in the address.',
        retry: false,
      };
    }
    if (error.status === 403) {
      return {
        title: 'This page is not for you',
        text: text || 'You do not have access to it.',
        retry: false,
      };
    }
    // Too slow, or too often: trying again in a minute can succeed.
    if (error.status === 408 || error.status === 429) {
      return {
        title: error.status === 429 ? 'Too many at once' : 'That took too long',
        text: text || 'Please wait a minute and try again.',
        retry: true,
      };
    }
    if (error.status < 500) {
      return {
        title: 'That did not work',
        text: text || 'This address does not accept what was sent to it.',
        retry: false,
      };
    }
  }
  return {
    title: 'Something went wrong',
    text: 'This is our fault, and it has been recorded. Please try again in a moment.',
    retry: true,
  };
}
