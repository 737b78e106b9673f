import { BusyError } from '#shared/errors.ts';
import type { SentVisitor } from '#web/components/page/visitor.ts';
import type { PageContext } from '#web/shop-context.ts';
import type { RenderPage } from '../http/app.ts';
import { createCachedContext } from '../http/visit.ts';
import type { ShopContext } from '../start/create-context.ts';
import type { CachedHeaders } from './headers.ts';
import { type NotCached, notCached } from './not-cached-entry.ts';
import { gzip, type Packed, pack } from './packed.ts';
import { newPlaceholders, type Values, withPlaceholders } from './placeholders.ts';
import { cut, fill, fillings, type Template } from './template.ts';

export interface CachedPage {
  kind: 'page';
  template: Template;
  /** Compressed when the first client asks for it. */
  packed: Packed | null;
  headers: CachedHeaders;
  bytes: number;
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
    const pageContext = createCachedContext(
      context,
      withPlaceholders(shown, placeholders),
      placeholders.nonce,
      onCards,
    );
    const response = await renderPage(new Request(config.baseUrl + url), pageContext);
    if (response.status === 503) throw new BusyError();
    if (response.status >= 500) throw new Error(`${url} could not be rendered.`);
    if (response.status !== 200 || response.headers.has('Set-Cookie')) return notCached;
    const template = cut(await response.text(), placeholders);
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
    return { kind: 'page', template, packed: null, headers, bytes };
  };
}

/** The page for one visitor. */
export function pageBody(
  page: CachedPage,
  values: Values,
  isGzip: boolean,
  onGrown: () => void,
): { bytes: Buffer; isGzip: boolean } {
  const filled = fillings(page.template, values);
  if (!isGzip) return { bytes: fill(page.template, filled), isGzip };
  if (!page.packed) {
    page.packed = pack(page.template);
    page.bytes += page.packed.bytes;
    onGrown();
  }
  return { bytes: gzip(page.packed, filled), isGzip };
}
