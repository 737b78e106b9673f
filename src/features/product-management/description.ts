/**
 * Owns what of a formatted description is stored. Promises: only tags and attributes of the list
 * below, links and images without script, each link with a `rel`, each image lazy and with its size;
 * what is stored stays the same when it is sanitized again.
 */
import type { IOptions } from 'sanitize-html';
import type { Executor } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { htmlToText, isPlainHtml } from '#shared/html-text.ts';
import type { Ctx } from '../context.ts';
import { resolveShownImages, type ShownImage } from '../images/images.ts';
import { MOST_DESCRIPTION_HTML, MOST_IMAGES } from './product-management.schema.ts';

/** The columns of a description. `descriptionHtml` is empty where the text says all. */
export interface Description {
  descriptions: string;
  descriptionHtml: string;
  /** The images that it shows. */
  images: string[];
}

/** A description that replaces another one. */
export interface NewDescription extends Description {
  /** Those of its images that the earlier one did not show. */
  addedImages: string[];
}

/** The most characters of stored HTML. The database checks it too. */
const MOST_STORED = 30_000;
const NESTING = 40;
/** The most `<`. What is stored has room for fewer; each costs several microseconds. */
const MOST_TAGS = 10_000;
/** How often HTML is sanitized until it stays the same. Two runs are usual. */
const MOST_RUNS = 5;
const MOST_PIXELS = 4_000;

const IMAGE = 'img';
/** What is escaped in attributes. */
const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const allowedTags = [
  ...['p', 'div', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'ul', 'ol', 'li'],
  ...['a', 'strong', 'em', 'u', 's', IMAGE],
  ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
];

/** Tags that go with everything in them. */
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

/** Tags that mean the same as one of the list. */
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
  // They separate what would run together without them.
  ...Object.fromEntries(
    'section,article,header,footer,main,aside,nav,center,figure,figcaption,dl,dt,dd,details,summary,pre,address,form,fieldset'
      .split(',')
      .map((tag) => [tag, 'div']),
  ),
};

/** Whether a count of cells or the number of a list is what it should be. */
const isCount = (text: string | undefined) => /^[1-9]\d?$/.test(text ?? '');

/** Why a description is refused before it is read; null where it is not. */
export function findTooMuch(html: string): string | null {
  if (html.length > MOST_DESCRIPTION_HTML) return tooLongSaid(MOST_DESCRIPTION_HTML);
  if (isPlainHtml(html)) return null;
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) tags += 1;
  return tags > MOST_TAGS ? `The description has more than ${inWords(MOST_TAGS)} tags.` : null;
}

function requireReadable(html: string): void {
  const reason = findTooMuch(html);
  if (reason) throw new AppError('invalid_request', reason);
}

/** The addresses of all images of a description, as they are written there. */
async function imagesIn(html: string): Promise<string[]> {
  const found = new Set<string>();
  const note = (src: string) => {
    found.add(src);
    return null;
  };
  if (/<img/i.test(html)) await sanitize(html, optionsFor(note));
  return [...found];
}

/** The same of stored HTML, which needs no second reading: each image is written with `src` first. */
export function imagesInStored(html: string): string[] {
  const found = [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src = '']) =>
    src.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => CHARACTERS[name] ?? ''),
  );
  return [...new Set(found)];
}

/** The images of a description that is to be stored. Throws a refusal for one that has too much. */
export async function imagesToShow(html: string): Promise<string[]> {
  requireReadable(html);
  const urls = await imagesIn(html);
  if (urls.length <= MOST_IMAGES) return urls;
  throw new AppError('invalid_request', `A description shows at most ${MOST_IMAGES} images.`);
}

/**
 * A description as it is stored. `images` are those that it may show, by the address that it has for
 * them; others are left out. Throws a refusal for one that is too long.
 */
export async function toDescription(
  html: string,
  images: Map<string, ShownImage>,
): Promise<Description> {
  requireReadable(html);
  if (isPlainHtml(html)) return plain(htmlToText(html));
  // A second run meets the addresses that the first one wrote.
  const stored = new Map([...images.values()].map((image) => [image.src, image]));
  const options = optionsFor((src) => images.get(src) ?? stored.get(src) ?? null);
  const clean = await untilStable(html, options);
  if (isPlainHtml(clean)) return plain(htmlToText(clean));
  const shown = imagesInStored(clean).filter((src) => stored.has(src));
  return { descriptions: htmlToText(clean), descriptionHtml: clean, images: shown };
}

/**
 * The same for one description. `earlier` is the stored HTML that it replaces: images that it shows
 * already stay, whatever hosts are configured by now.
 */
export async function readDescription(
  ctx: Ctx,
  db: Executor,
  html: string,
  earlier: string,
): Promise<NewDescription> {
  const urls = await imagesToShow(html);
  const kept = new Set(urls.length > 0 ? imagesInStored(earlier) : []);
  const description = await toDescription(html, await resolveShownImages(ctx, db, urls, kept));
  return { ...description, addedImages: description.images.filter((src) => !kept.has(src)) };
}

const plain = (descriptions: string): Description => ({
  descriptions,
  descriptionHtml: '',
  images: [],
});

async function untilStable(html: string, options: IOptions): Promise<string> {
  let clean = html;
  for (let run = 0; run < MOST_RUNS; run += 1) {
    const next = (await sanitize(clean, options)).trim();
    // Another run would not make it short.
    if (next.length > MOST_STORED && !isPlainHtml(next)) {
      throw new AppError('invalid_request', tooLongSaid(MOST_STORED));
    }
    if (next === clean) return clean;
    clean = next;
  }
  throw new AppError('invalid_request', 'The formatting of the description could not be read.');
}

/** The library is loaded with the first formatted description that is written. */
async function sanitize(html: string, options: IOptions): Promise<string> {
  const { default: sanitizeHtml } = await import('sanitize-html');
  // As editors write it. In texts and attributes `>` is escaped.
  return sanitizeHtml(html, options).replaceAll(' />', '>');
}

/** `showImage` returns how an image is shown; null where it may not be. */
function optionsFor(showImage: (src: string) => ShownImage | null): IOptions {
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
      a: (_, { href }) => (href ? element('a', { href, rel: 'noopener' }) : nothing),
      [IMAGE]: (_, attributes) => {
        const shown = showImage(attributes.src ?? '');
        return shown ? element(IMAGE, imageAttributes(shown, attributes)) : nothing;
      },
      ol: (_, { start }) => element('ol', isCount(start) ? { start: String(start) } : {}),
      th: cell,
      td: cell,
    },
    // Editors leave empty lines, which the space between paragraphs replaces.
    exclusiveFilter: ({ tag, text, mediaChildren }) =>
      (tag === 'p' || tag === 'div') && text.trim() === '' && mediaChildren?.length === 0,
  };
}

const element = (tagName: string, attribs: Record<string, string>) => ({ tagName, attribs });

/** A tag that is not in the list, so what is in it stays. */
const nothing = element('span', {});

function cell(tagName: string, { colspan, rowspan }: Record<string, string>) {
  return element(tagName, {
    ...(isCount(colspan) ? { colspan: String(colspan) } : {}),
    ...(isCount(rowspan) ? { rowspan: String(rowspan) } : {}),
  });
}

function imageAttributes(
  { src, width, height }: ShownImage,
  given: Record<string, string>,
): Record<string, string> {
  const size = (said: string | undefined) =>
    /^\d{1,4}$/.test(said ?? '') && Number(said) > 0 && Number(said) <= MOST_PIXELS;
  const isSized = size(given.width) && size(given.height);
  const [w, h] = isSized ? [given.width, given.height] : [width, height];
  return {
    src,
    alt: (given.alt ?? '').slice(0, 200),
    width: String(w),
    height: String(h),
    loading: 'lazy',
    decoding: 'async',
  };
}

function tooLongSaid(most: number): string {
  return `The description has more than ${inWords(most)} characters with its formatting.`;
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}
