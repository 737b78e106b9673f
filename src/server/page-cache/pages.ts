import { RouterContextProvider } from 'react-router';
import { newRequestId } from '#shared/ids.ts';
import type { SentVisitor } from '#web/components/page/visitor.ts';
import { visitContext } from '#web/shop-context.ts';
import type { RenderPage } from '../app.ts';
import type { ShopContext } from '../create-context.ts';
import type { KeptHeaders } from './headers.ts';
import { type LeftToApp, left } from './left.ts';
import { gzip, type Packed, pack } from './packed.ts';
import { newSymbols, type Symbols, symbolic, type Values } from './symbols.ts';
import { cut, fill, fillings, type Template } from './template.ts';

export interface KeptPage {
  kind: 'page';
  template: Template;
  /** Made when the first client asks for it. */
  packed: Packed | null;
  headers: KeptHeaders;
  bytes: number;
}

/** Renders pages, and routes' data, for everyone who looks alike. */
export function createPages(
  { config, ctx, auth, integrations }: ShopContext,
  renderPage: RenderPage,
  keepHeaders: (own: [string, string][]) => KeptHeaders,
) {
  return async (url: string, shown: SentVisitor): Promise<KeptPage | LeftToApp> => {
    const symbols = newSymbols();
    const pageContext = new RouterContextProvider();
    pageContext.set(visitContext, {
      ctx,
      auth,
      actor: { user: symbolicUser(shown, symbols), session: null, cartToken: null },
      visitor: async () => symbolic(shown, symbols),
      keepCart: () => {},
      readForm: () => Promise.resolve(new FormData()),
      address: '',
      nonce: symbols.nonce,
      requestId: newRequestId(),
      mode: config.mode,
      integrations,
      baseUrl: config.baseUrl,
    });
    const answer = await renderPage(new Request(config.baseUrl + url), pageContext);
    if (answer.status >= 500) throw new Error(`${url} could not be rendered.`);
    if (answer.status !== 200 || answer.headers.has('Set-Cookie')) return left;
    const template = cut(await answer.text(), symbols);
    if (!template) {
      ctx.log.error('page-cache.stand-in', new Error('A stand-in came out in an unknown way.'), {
        path: url,
      });
      return left;
    }
    const bytes = template.segments.reduce((sum, { length }) => sum + length, 0);
    const headers = keepHeaders([...answer.headers]);
    return { kind: 'page', template, packed: null, headers, bytes };
  };
}

/** The page for one visitor. */
export function pageBody(
  page: KeptPage,
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

// Nobody's id: a page that shows it has the mark in it and is not kept.
function symbolicUser({ user, admin }: SentVisitor, { mark, name, email, image }: Symbols) {
  return (
    user && {
      id: mark,
      name,
      email,
      image: user.image && image,
      role: admin ? ('admin' as const) : ('shopper' as const),
      emailVerified: false,
    }
  );
}
