import { afterEach, expect, test, vi } from 'vitest';
import { keepSelection, selectedInTab } from './tab-selection.ts';

afterEach(() => vi.unstubAllGlobals());

test('a selection that the browser does not store lasts as long as the page, instead of an earlier one', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => JSON.stringify({ list: '{}', ids: ['earlier'] }),
    setItem() {
      throw new Error('There is no space left.');
    },
  });
  expect(selectedInTab()).toEqual(['earlier']);
  keepSelection({ list: '{}', ids: ['first', 'second'] });
  expect(selectedInTab()).toEqual(['first', 'second']);
});
