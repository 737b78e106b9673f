import { expect, test } from 'vitest';
import { isShopPage } from '#web/router-internals/window.ts';
import { watchedBrowser } from '../support/browser.ts';
import { newShopper } from '../support/people.ts';

// What src/web/router-internals takes for granted of React Router in the browser; the version is
// named by contract.test.ts there.

const browser = watchedBrowser();

test('the router keeps its routes, their scripts and their data in the window, and fetches by URL', async () => {
  const { storageState } = await newShopper('Rita Router');
  const page = await browser.open({ storageState });
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      if (input instanceof URL) Object.assign(window, { fetched: input.pathname });
      return fetch(input, init);
    };
  });
  await page.goto('/gadget');
  const kept = await page.evaluate(() => {
    const { __reactRouterManifest: manifest, __reactRouterDataRouter: router } = window;
    const routes = router?.match('/gadget')?.map(({ route }) => route.id) ?? [];
    const { location, loaderData } = router?.state ?? {};
    return {
      modules: routes.map((id) => manifest?.routes[id]?.module),
      imports: routes.map((id) => Array.isArray(manifest?.routes[id]?.imports)),
      pathname: location?.pathname,
      loaded: routes.map((id) => typeof loaderData?.[id]),
    };
  });
  const script = expect.stringMatching(/^\/assets\/[\w-]+\.js$/);
  expect(kept).toEqual({
    modules: [script, script],
    imports: [true, true],
    pathname: '/gadget',
    loaded: ['object', 'object'],
  });
  const ids = await page.evaluate(() =>
    ['/', '/home', '/gadget', '/product/any', '/login'].map((path) =>
      window.__reactRouterDataRouter?.match(path)?.map(({ route }) => route.id),
    ),
  );
  expect(ids.map((of) => isShopPage(of ?? []))).toEqual([true, true, true, true, false]);
  await page.getByRole('banner').getByRole('link', { name: 'Cloths' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Cloths' }).waitFor();
  expect(await page.evaluate(() => (window as { fetched?: string }).fetched)).toBe('/cloths.data');
});
