/**
 * What the log may contain. Keys that name a secret lose their value, texts lose parts that look
 * like one, and a failed query is reduced to SQLSTATE, constraint and statement without values.
 * PostgreSQL repeats values in `detail` and `where`, Drizzle in its message.
 */
const SECRET_KEY =
  /pass(?:word|wd|phrase)|secret|token|cookie|authorization|credential|api[-_]?key|access[-_]?key|^session$|^set-cookie$|^params$|^parameters$/i;
const REDACTED = '[redacted]';
/** Deeper than anything that is logged on purpose. */
const DEEPEST = 6;

/** Longer texts are cut, because clients choose how long an address is. */
const LONGEST = 1_000;
const LONGEST_STACK = 8_000;

// Every repetition has a maximum, so that no text takes long.
const EMAIL =
  /[^\s@"'<>()[\]{},;:=/\\]{1,64}@(?=[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,8}\.[a-z]{2})/gi;
const URL_PASSWORD = /(:\/\/[^\s/:@]{0,200}:)[^\s/]{0,500}@/g;
const NAMED_SECRET =
  /([\w.-]{0,40}(?:pass(?:word|wd)?|secret|token|cookie|authorization|api[-_]?key)[\w.-]{0,40}(?:=|["']?:\s?))(?:(?:bearer|basic)\s)?["']?[^\s"'&;,)}\]]+["']?/gi;
/** The secret link of a guest's order. */
const ORDER_LINK = /(\/orderlink\/)[\w-]{1,200}/gi;
/** The key in an address, such as that of ImgBB. */
const KEY_PARAMETER = /([?&]key=)[^\s&"'<>]{1,500}/gi;
/** Secret keys of the card provider by their form, which it may repeat in its messages. */
const PROVIDER_KEY = /\b(?:[rs]k_(?:live|test)|whsec)_\w{1,300}/g;
/**
 * Escapes that could hide a name from the patterns above: those of a letter, a digit or one of
 * `&-.:=@_`.
 */
const ESCAPED = /%(?:25){0,5}(2[6de]|3[\da]|3d|[46][1-9a-f]|40|[57][\da]|5f)/gi;
/** A quoted value in a statement. */
const SQL_TEXT = /'(?:[^']|'')*'/g;

/** A text without email addresses, passwords and tokens, escaped or not. */
export function redactText(text: string, longest = LONGEST): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut
    .replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(URL_PASSWORD, '$1…@')
    .replace(NAMED_SECRET, `$1${REDACTED}`)
    .replace(ORDER_LINK, `$1${REDACTED}`)
    .replace(KEY_PARAMETER, `$1${REDACTED}`)
    .replace(PROVIDER_KEY, REDACTED)
    .replace(EMAIL, '…@');
}

/** Any value, safe to log. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return String(typeof value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value, depth);
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET_KEY.test(key) && item !== null ? REDACTED : redact(item, depth + 1),
    ]),
  );
}

/** The loggable parts of an error; for a failed query its code and shape. */
export function describeError(error: Error, depth = 0): Record<string, unknown> {
  const message = messageOf(error);
  const { name, stack, cause } = error;
  const { errors } = error as { errors?: unknown };
  return {
    name,
    message,
    ...shapeOf(error),
    stack: framesOf(stack),
    ...(cause === undefined || depth >= DEEPEST ? {} : { cause: redact(cause, depth + 1) }),
    ...(Array.isArray(errors) ? { errors: redact(errors, depth + 1) } : {}),
  };
}

type Failed = Error & {
  /** On Drizzle's errors. */
  query?: unknown;
  code?: unknown;
  constraint?: unknown;
  table?: unknown;
  column?: unknown;
  severity?: unknown;
};

function messageOf(error: Failed): string {
  const { query, code, severity, message } = error;
  if (typeof query === 'string') return `Failed query: ${query.replace(SQL_TEXT, "'…'")}`;
  // PostgreSQL repeats a value of the wrong type in quotes at the end of the message.
  const isOfServer = typeof severity === 'string' && typeof code === 'string';
  if (isOfServer && code.startsWith('22')) return message.replace(/".*$/s, '"…"');
  return redactText(message);
}

function shapeOf({ code, constraint, table, column }: Failed): Record<string, unknown> {
  const known = Object.entries({ code, constraint, table, column });
  return Object.fromEntries(known.filter(([, value]) => typeof value === 'string'));
}

// The stack begins with the message.
function framesOf(stack: string | undefined): string | undefined {
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return frames && redactText(frames.join('\n'), LONGEST_STACK);
}
