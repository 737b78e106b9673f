import { afterEach, expect, test, vi } from 'vitest';
import { productsInTab } from './tab-selection.ts';

afterEach(() => vi.unstubAllGlobals());

test('a selection that the browser does not store lasts as long as the page, instead of an earlier one', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => JSON.stringify({ list: '{}', ids: ['earlier'] }),
    setItem() {
      throw new Error('There is no space left.');
    },
  });
  expect(productsInTab.read()?.ids).toEqual(['earlier']);
  productsInTab.keep({ list: '{}', ids: ['first', 'second'] });
  expect(productsInTab.read()?.ids).toEqual(['first', 'second']);
});
