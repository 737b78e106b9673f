import { AppError } from '#shared/errors.ts';
import type { Auth } from './auth.ts';
import { CLIENT_ADDRESS_HEADER } from './sign-in-rate-limits.ts';

/**
 * Calls the sign-in library through its HTTP handler, so that its rate limits count forms like
 * calls. Returns the cookies to set.
 */
export async function callAuth(
  auth: Auth,
  path: string,
  body: object,
  headers: Headers,
): Promise<{ cookies: string[] }> {
  const { baseURL = '', basePath = '' } = auth.options;
  const response = await auth.handler(
    new Request(`${baseURL}${basePath}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: baseURL,
        cookie: headers.get('cookie') ?? '',
        'user-agent': headers.get('user-agent') ?? '',
        [CLIENT_ADDRESS_HEADER]: headers.get(CLIENT_ADDRESS_HEADER) ?? '',
      },
      body: JSON.stringify(body),
    }),
  );
  if (response.ok) return { cookies: response.headers.getSetCookie() };
  throw await refusalOf(response);
}

// Our own messages for the most common errors.
const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'That email address and password do not match.',
  USER_ALREADY_EXISTS: 'There is an account with this email address already.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is an account with this email address already.',
};

async function refusalOf(response: Response): Promise<AppError> {
  const body: { code?: string; message?: string } = await response.json().catch(() => ({}));
  const message =
    sentences[body.code ?? ''] ?? body.message ?? 'That did not work. Please try again.';
  switch (response.status) {
    case 429:
      return tooMany(response, body);
    case 401:
      return new AppError('unauthenticated', message);
    case 403:
      return new AppError('forbidden', message);
    case 503:
      return new AppError('unavailable', message, {
        retryAfterSeconds: Number(response.headers.get('Retry-After')) || 5,
      });
    default:
      return response.status < 500
        ? new AppError('invalid_request', message)
        : new AppError('internal', 'Signing in does not work right now. Please try again.', {
            cause: body,
          });
  }
}

function tooMany({ headers }: Response, { code, message }: { code?: string; message?: string }) {
  // The library's rate limit puts the wait into its own header, and its message is not fit to show.
  const wait = Number(headers.get('Retry-After') ?? headers.get('X-Retry-After'));
  const ours = code === 'RATE_LIMITED' && message;
  return new AppError(
    'rate_limited',
    ours || 'Too many attempts. Please wait a minute and try again.',
    { retryAfterSeconds: wait > 0 ? wait : 60 },
  );
}
