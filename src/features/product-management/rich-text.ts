/**
 * Owns formatted descriptions as they are stored. Promises: they have only the tags and attributes
 * of the list below; links and images have no script; each link has a `rel`, and each image is lazy
 * and has its size; sanitizing the stored text again changes nothing.
 */
import type { IOptions } from 'sanitize-html';
import type { Executor } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { htmlToText, isPlainHtml } from '#shared/html-text.ts';
import type { Ctx } from '../context.ts';
import { resolveShownImages, type ShownImage, wholeAddress } from '../images/images.ts';
import { MAX_DESCRIPTION_HTML, MAX_IMAGES } from './product-management.schema.ts';

/**
 * The columns of a description. `descriptionHtml` is empty for a description without formatting.
 */
export interface Description {
  descriptions: string;
  descriptionHtml: string;
  /** The addresses of the images that it shows. */
  images: string[];
}

/** A description that replaces another one. */
export interface NewDescription extends Description {
  /** The images that the earlier description did not show. */
  addedImages: string[];
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
/** The characters that are escaped in attributes. */
const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

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

/** Why a description is refused before it is read; null if it is not refused. */
export function findTooMuch(html: string): string | null {
  if (html.length > MAX_DESCRIPTION_HTML) return tooLongMessage(MAX_DESCRIPTION_HTML);
  if (isPlainHtml(html)) return null;
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) tags += 1;
  return tags > MAX_TAGS ? `The description has more than ${inWords(MAX_TAGS)} tags.` : null;
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

/**
 * The same for stored HTML. It need not be parsed, because each stored image begins with its `src`.
 */
export function imagesInStored(html: string): string[] {
  const found = [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src = '']) =>
    src.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => CHARACTERS[name] ?? ''),
  );
  return [...new Set(found)];
}

/** Stored HTML as it is exported: another shop can fetch its images. */
export function toExportedHtml(ctx: Pick<Ctx, 'baseUrl'>, html: string): string {
  return html.replace(
    /(<img src=")([^"]*)/g,
    (_, start: string, src: string) => start + wholeAddress(ctx, src),
  );
}

/**
 * The images of a description that is to be stored. Refuses a description that has too many tags,
 * characters or images.
 */
export async function imagesToShow(html: string): Promise<string[]> {
  requireReadable(html);
  const urls = await imagesIn(html);
  if (urls.length <= MAX_IMAGES) return urls;
  throw new AppError('invalid_request', `A description shows at most ${MAX_IMAGES} images.`);
}

/**
 * A description as it is stored. `images` are the ones that it may show, by their addresses in
 * `html`; others are left out. Refuses a description that is too long.
 */
export async function toDescription(
  html: string,
  images: Map<string, ShownImage>,
): Promise<Description> {
  requireReadable(html);
  if (isPlainHtml(html)) return plain(htmlToText(html));
  // A second run finds the addresses that the first run wrote.
  const stored = new Map([...images.values()].map((image) => [image.src, image]));
  const options = optionsFor((src) => images.get(src) ?? stored.get(src) ?? null);
  const clean = await untilStable(html, options);
  if (isPlainHtml(clean)) return plain(htmlToText(clean));
  const shown = imagesInStored(clean).filter((src) => stored.has(src));
  return { descriptions: htmlToText(clean), descriptionHtml: clean, images: shown };
}

/**
 * The same for one description. `earlier` is the stored HTML that it replaces. Images that it shows
 * already stay, even if their hosts are no longer configured.
 */
export async function readDescription(
  ctx: Ctx,
  db: Executor,
  html: string,
  earlier: string,
): Promise<NewDescription> {
  const urls = await imagesToShow(html);
  const shownAlready = new Set(urls.length > 0 ? imagesInStored(earlier) : []);
  const description = await toDescription(
    html,
    await resolveShownImages(ctx, db, urls, shownAlready),
  );
  return {
    ...description,
    addedImages: description.images.filter((src) => !shownAlready.has(src)),
  };
}

const plain = (descriptions: string): Description => ({
  descriptions,
  descriptionHtml: '',
  images: [],
});

async function untilStable(html: string, options: IOptions): Promise<string> {
  let clean = html;
  for (let run = 0; run < MAX_RUNS; run += 1) {
    const next = (await sanitize(clean, options)).trim();
    // Another run would not shorten it.
    if (next.length > MAX_STORED && !isPlainHtml(next)) {
      throw new AppError('invalid_request', tooLongMessage(MAX_STORED));
    }
    if (next === clean) return clean;
    clean = next;
  }
  throw new AppError('invalid_request', 'The formatting of the description could not be read.');
}

/** Sanitizes HTML. The library is loaded when the first formatted description is written. */
async function sanitize(html: string, options: IOptions): Promise<string> {
  const { default: sanitizeHtml } = await import('sanitize-html');
  // Editors write `>` instead. In texts and attributes `>` is escaped, so this changes only tags.
  return sanitizeHtml(html, options).replaceAll(' />', '>');
}

/** `showImage` returns how an image is shown; null for an image that is not allowed. */
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
    // Editors add empty lines. The space between paragraphs makes them unnecessary.
    exclusiveFilter: ({ tag, text, mediaChildren }) =>
      (tag === 'p' || tag === 'div') && text.trim() === '' && mediaChildren?.length === 0,
  };
}

const element = (tagName: string, attribs: Record<string, string>) => ({ tagName, attribs });

/** A tag that is not in the list. The tag is removed and its content stays. */
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
    /^\d{1,4}$/.test(said ?? '') && Number(said) > 0 && Number(said) <= MAX_PIXELS;
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

function tooLongMessage(most: number): string {
  return `The description has more than ${inWords(most)} characters with its formatting.`;
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}
