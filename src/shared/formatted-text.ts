/**
 * Owns formatted texts of staff as they are stored. Promises: they have only the tags and attributes
 * of the list below; links and images have no script; each link has a `rel`, and each image is lazy
 * and has its size; sanitizing the stored text again changes nothing.
 */

import type { IOptions } from 'sanitize-html';
import { AppError } from './errors.ts';
import { LONGEST_ALT_IN_TEXT } from './field-lengths.ts';
import { htmlToText, isPlainHtml } from './html-text.ts';

/** An image as a text shows it: its address, and its size in pixels. */
export interface FormattedImage {
  src: string;
  width: number;
  height: number;
}

/** What a text is for the person, such as 'description', and how its images are shown. */
interface Reading {
  what: string;
  /** What a refusal tells programs, such as the name of the field. */
  details?: Record<string, unknown>;
  /** Null for an image that is not allowed. */
  showImage(src: string): FormattedImage | null;
}

/** The most characters of stored HTML. The database checks it too. */
const MAX_STORED = 30_000;
const NESTING = 40;
/** The most `<` characters. Stored HTML has room for fewer, and each costs several microseconds. */
const MAX_TAGS = 10_000;
/** The most runs of sanitizing until the HTML stays the same. Two runs are usual. */
const MAX_RUNS = 5;
const MAX_PIXELS = 4_000;

const IMAGE = 'img';

const allowedTags = [
  ...['p', 'div', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'ul', 'ol', 'li'],
  ...['a', 'strong', 'em', 'u', 's', IMAGE],
  ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
];

/** Tags that are removed together with their content. */
const nonTextTags = [
  ...[
    'script',
    'style',
    'noscript',
    'template',
    'title',
    'head',
    'iframe',
    'object',
    'svg',
    'math',
  ],
  ...['textarea', 'select', 'option', 'xmp', 'plaintext', 'noembed', 'noframes', 'audio', 'video'],
];

/** Tags that are replaced by one of the list with the same meaning. */
const renamed: Record<string, string> = {
  b: 'strong',
  i: 'em',
  ins: 'u',
  del: 's',
  strike: 's',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  tfoot: 'tbody',
  // As blocks, they keep their texts apart from the texts around them.
  ...Object.fromEntries(
    'section,article,header,footer,main,aside,nav,center,figure,figcaption,dl,dt,dd,details,summary,pre,address,form,fieldset'
      .split(',')
      .map((tag) => [tag, 'div']),
  ),
};

/** Whether the number of cells that a cell spans, or the start of a list, is a valid number. */
const isCount = (text: string | undefined) => /^[1-9]\d?$/.test(text ?? '');

/** Why a text is refused before it is read; null if it is not refused. */
export function findTooManyTags(html: string, what: string): string | null {
  if (isPlainHtml(html)) return null;
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) tags += 1;
  return tags > MAX_TAGS ? `The ${what} has more than ${inWords(MAX_TAGS)} tags.` : null;
}

/** The addresses of all images of a text, as they are written there. */
export async function imagesInHtml(html: string): Promise<string[]> {
  const found = new Set<string>();
  const note = (src: string) => {
    found.add(src);
    return null;
  };
  if (/<img/i.test(html)) await sanitize(html, optionsFor(note));
  return [...found];
}

/**
 * A text without images as it is stored: plain, and with its formatting, which is empty for a plain
 * one. Refuses one that has too many tags, or is too long.
 */
export async function toFormattedText(
  html: string,
  what: string,
): Promise<{ text: string; html: string }> {
  const reason = findTooManyTags(html, what);
  if (reason) throw new AppError('invalid_request', reason);
  if (isPlainHtml(html)) return { text: htmlToText(html), html: '' };
  const clean = await sanitizeFormatted(html, { what, showImage: () => null });
  return { text: htmlToText(clean), html: isPlainHtml(clean) ? '' : clean };
}

/** Sanitizes a text until another run changes nothing. Refuses one that is too long. */
export async function sanitizeFormatted(html: string, reading: Reading): Promise<string> {
  const options = optionsFor(reading.showImage);
  let clean = html;
  for (let run = 0; run < MAX_RUNS; run += 1) {
    const next = (await sanitize(clean, options)).trim();
    // Another run would not shorten it.
    if (next.length > MAX_STORED && !isPlainHtml(next)) {
      const message = tooLongMessage(reading.what, MAX_STORED);
      throw new AppError('invalid_request', message, { details: reading.details ?? {} });
    }
    if (next === clean) return clean;
    clean = next;
  }
  throw new AppError('invalid_request', `The formatting of the ${reading.what} could not be read.`);
}

/** Sanitizes HTML. The library is loaded when the first formatted text is written. */
async function sanitize(html: string, options: IOptions): Promise<string> {
  const { default: sanitizeHtml } = await import('sanitize-html');
  // Editors write `>` instead. In texts and attributes `>` is escaped, so this changes only tags.
  const clean = sanitizeHtml(html, options).replaceAll(' />', '>');
  return clean.replace(/<a>(.*?)<\/a>/gs, '$1');
}

/** `showImage` returns how an image is shown; null for an image that is not allowed. */
function optionsFor(showImage: Reading['showImage']): IOptions {
  const rename = (to: string) => () => ({ tagName: to, attribs: {} });
  return {
    allowedTags,
    nonTextTags,
    allowedAttributes: {
      a: ['href', 'rel'],
      [IMAGE]: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
      ol: ['start'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: NESTING,
    parseStyleAttributes: false,
    transformTags: {
      ...Object.fromEntries(Object.entries(renamed).map(([from, to]) => [from, rename(to)])),
      // Without an address it is removed afterwards: the library would move the tags that follow.
      a: (_, { href }) => element('a', href ? { href, rel: 'noopener' } : {}),
      // One that is left out is removed below, for the same reason.
      [IMAGE]: (_, attributes) => {
        const shown = showImage(attributes.src ?? '');
        return element(IMAGE, shown ? imageAttributes(shown, attributes) : {});
      },
      ol: (_, { start }) => element('ol', isCount(start) ? { start: String(start) } : {}),
      th: cell,
      td: cell,
    },
    // Editors add empty lines. The space between paragraphs makes them unnecessary.
    exclusiveFilter: ({ tag, attribs, text, mediaChildren }) =>
      (tag === IMAGE && !attribs.src) ||
      ((tag === 'p' || tag === 'div') && text.trim() === '' && mediaChildren?.length === 0),
  };
}

const element = (tagName: string, attribs: Record<string, string>) => ({ tagName, attribs });

function cell(tagName: string, { colspan, rowspan }: Record<string, string>) {
  return element(tagName, {
    ...(isCount(colspan) ? { colspan: String(colspan) } : {}),
    ...(isCount(rowspan) ? { rowspan: String(rowspan) } : {}),
  });
}

function imageAttributes(
  { src, width, height }: FormattedImage,
  given: Record<string, string>,
): Record<string, string> {
  const size = (said: string | undefined) =>
    /^\d{1,4}$/.test(said ?? '') && Number(said) > 0 && Number(said) <= MAX_PIXELS;
  const isSized = size(given.width) && size(given.height);
  const [w, h] = isSized ? [given.width, given.height] : [width, height];
  return {
    src,
    alt: (given.alt ?? '').slice(0, LONGEST_ALT_IN_TEXT),
    width: String(w),
    height: String(h),
    loading: 'lazy',
    decoding: 'async',
  };
}

export function tooLongMessage(what: string, most: number): string {
  return `The ${what} has more than ${inWords(most)} characters with its formatting.`;
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}
