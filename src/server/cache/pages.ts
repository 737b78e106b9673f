import { BusyError } from '#shared/errors.ts';
import type { SentVisitor } from '#web/components/page/visitor.ts';
import type { PageContext } from '#web/shop-context.ts';
import type { RenderPage } from '../http/app.ts';
import { createCachedContext } from '../http/visit.ts';
import type { ShopContext } from '../start/create-context.ts';
import { type CompressedTemplate, compress, gzip } from './compressed-template.ts';
import type { CachedHeaders } from './headers.ts';
import { type NotCached, notCached } from './not-cached-entry.ts';
import { newPlaceholders, shapeOf, type Values, withPlaceholders } from './placeholders.ts';
import { insertValues, slotValues, splitAtPlaceholders, type Template } from './template.ts';

export interface CachedPage {
  kind: 'page';
  template: Template;
  /** Compressed when the first client asks for it. */
  compressed: CompressedTemplate | null;
  headers: CachedHeaders;
  /** Each response with this page counts as a search. */
  search: CountedSearch | null;
  /** It depends on more than its tags say, so it is sent to those who wait for it and not cached. */
  isOnce: boolean;
  bytes: number;
}

/** What was searched, and whether that found products. */
export interface CountedSearch {
  text: string;
  found: boolean;
}

/** A requested page, the tags of its data, and the visitor who requests it. */
export interface AskedPage {
  url: string;
  tags: readonly string[];
  shown: SentVisitor;
}

/** People with the same shape share a rendering. */
export function keyOf({ url, shown }: AskedPage): string {
  return `${shapeOf(shown)} ${url}`;
}

/** Renders pages and route data for all visitors who share a rendering. */
export function createPages(
  context: ShopContext,
  renderPage: RenderPage,
  keepHeaders: (own: [string, string][]) => CachedHeaders,
) {
  const { config, ctx } = context;
  /** Calls `onCards` with the products whose cards the page shows besides those of its address. */
  return async (
    url: string,
    shown: SentVisitor,
    onCards: PageContext['dependOnCards'],
  ): Promise<CachedPage | NotCached> => {
    const placeholders = newPlaceholders();
    let search: CountedSearch | null = null;
    let isOnce = false;
    const pageContext = createCachedContext(
      context,
      withPlaceholders(shown, placeholders),
      placeholders.nonce,
      {
        dependOnCards: onCards,
        noteSearch(text, found) {
          search = { text, found };
        },
        doNotCache() {
          isOnce = true;
        },
      },
    );
    const response = await renderPage(new Request(config.baseUrl + url), pageContext);
    if (response.status === 503) throw new BusyError();
    if (response.status >= 500) throw new Error(`${url} could not be rendered.`);
    if (response.status !== 200 || response.headers.has('Set-Cookie')) return notCached;
    const template = splitAtPlaceholders(await response.text(), placeholders);
    if (!template) {
      ctx.log.error(
        'page-cache.placeholder',
        new Error('A placeholder came out in an unknown way.'),
        {
          path: url,
        },
      );
      return notCached;
    }
    const bytes = template.segments.reduce((sum, { length }) => sum + length, 0);
    const headers = keepHeaders([...response.headers]);
    return { kind: 'page', template, compressed: null, headers, search, isOnce, bytes };
  };
}

/** The page for one visitor. */
export function pageBody(
  page: CachedPage,
  values: Values,
  isGzip: boolean,
  onGrown: () => void,
): { bytes: Buffer; isGzip: boolean } {
  const inserted = slotValues(page.template, values);
  if (!isGzip) return { bytes: insertValues(page.template, inserted), isGzip };
  if (!page.compressed) {
    page.compressed = compress(page.template);
    page.bytes += page.compressed.bytes;
    onGrown();
  }
  return { bytes: gzip(page.compressed, inserted), isGzip };
}
