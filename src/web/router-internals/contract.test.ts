import { readdir, readFile } from 'node:fs/promises';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createRequestHandler,
  data,
  Links,
  RouterContextProvider,
  redirect,
  Scripts,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import { version } from 'react-router/package.json';
import { expect, test } from 'vitest';
import { errorOf } from './failed-result.ts';
import { dataPath, readRouteData, redirectIn } from './route-data.ts';
import { tidyLinks } from './tidy-links.ts';

// Tests the behavior of React Router that this folder relies on but that React Router does not
// promise. The parts that need a browser are in test/e2e/router-internals.test.ts.

test('the version is the one that this folder was written for', () => {
  // After an update: run both tests, look at each file of this folder, and change its version here.
  expect(version).toBe('8.4.0');
});

test('no other file of the shop names what is internal', async () => {
  const files = await readdir('src', { recursive: true });
  const sources = files.filter(
    (name) => /(?<!\.test)\.tsx?$/.test(name) && !name.startsWith('web/router-internals/'),
  );
  const found: string[] = [];
  for (const name of sources) {
    const text = await readFile(`src/${name}`, 'utf8');
    if (/__reactRouter|\bUNSAFE_|\bunstable_|DataWithResponseInit/.test(text)) found.push(name);
  }
  expect(found).toEqual([]);
});

/** A site of one page that loads `loaded`, at / and at /lamp. */
function siteThatLoads(loaded: unknown, action?: () => unknown) {
  const Page = () => h('html', null, h('head', null, h(Links)), h('body', null, h(Scripts)));
  const page = { default: () => null, loader: () => loaded, ...(action && { action }) };
  const route = (id: string) => ({
    id,
    hasLoader: id !== 'root',
    hasAction: action !== undefined,
    module: `/${id}.js`,
    imports: [],
  });
  const build = {
    entry: {
      module: {
        default: (request: Request, status: number, headers: Headers, context: never) =>
          new Response(
            renderToString(h(ServerRouter, { context, url: request.url, nonce: 'n0nce' })),
            { status, headers },
          ),
      },
    },
    routes: {
      root: { id: 'root', path: '', module: { default: Page } },
      home: { id: 'home', parentId: 'root', index: true, module: page },
      lamp: { id: 'lamp', parentId: 'root', path: 'lamp', module: page },
    },
    assets: {
      version: '1',
      url: '/manifest.js',
      entry: { module: '/entry.js', imports: ['/vendor.js'] },
      routes: { root: route('root'), home: route('home'), lamp: route('lamp') },
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    basename: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;
  const respond = createRequestHandler(build, 'production');
  return async (path: string, init: RequestInit = {}) =>
    (
      await respond(new Request(`http://shop.test${path}`, init), new RouterContextProvider())
    ).text();
}

test.each(['/', '/lamp'])('the data of %s is found and read', async (pathname) => {
  const ask = siteThatLoads({
    product: null,
    products: [{ name: 'url', image: { url: '/uploads/a.webp' } }, { image: null }],
  });
  const [read] = readRouteData(await ask(dataPath(pathname)));
  expect(read?.('products', '0', 'image', 'url')).toBe('/uploads/a.webp');
  expect(read?.('products', '0', 'name')).toBe('url');
  expect(read?.('products', '1', 'image', 'url')).toBeUndefined();
  expect(read?.('product', 'image', 'url')).toBeUndefined();
});

test('the redirect of a form is found', async () => {
  const send = siteThatLoads(null, () => redirect('/?notice=saved', 302));
  const text = await send(dataPath('/lamp'), { method: 'POST', body: new FormData() });
  expect(redirectIn(text)).toBe('/?notice=saved');
  const saved = siteThatLoads(null, () => ({ redirect: null, message: 'Saved' }));
  expect(
    redirectIn(await saved(dataPath('/lamp'), { method: 'POST', body: new FormData() })),
  ).toBeNull();
});

test('links to scripts come with a nonce and without a priority, which are changed', async () => {
  const page = await siteThatLoads(null)('/lamp');
  const links = (html: string) => html.match(/<link [^>]*rel="modulepreload"[^>]*>/g) ?? [];
  expect(links(page).length).toBeGreaterThan(0);
  for (const link of links(page)) {
    expect(link).toContain(' nonce="n0nce"');
    expect(link).not.toContain('fetchpriority');
  }
  expect(links(tidyLinks(Buffer.from(page)).toString())).toHaveLength(links(page).length);
  for (const link of links(tidyLinks(Buffer.from(page)).toString())) {
    expect(link).toContain('fetchpriority="low"');
    expect(link).not.toContain('nonce');
  }
});

test('the error of an action is unwrapped', () => {
  const error = new TypeError('Failed to fetch');
  expect(errorOf({ type: 'error', result: data(error, { status: 500 }) })).toBe(error);
  expect(errorOf({ type: 'error', result: error })).toBe(error);
});
