import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { textsOf } from '#features/texts/texts.ts';
import { ProductTabs } from './product-tabs.tsx';

test('a category without products says that it is empty, with no spinner [2.47]', () => {
  const cloths = { name: 'Cloths', slug: 'cloths', description: '', imageUrl: null };
  const shelves = [{ ...cloths, products: [] }];
  const texts = textsOf({ ownTexts: {} }, 'home');
  const tabs = createElement(ProductTabs, { texts, shelves, path: '/' });
  const markup = renderToStaticMarkup(createElement(MemoryRouter, null, tabs));
  expect(markup).toContain('There is nothing in Cloths yet');
  expect(markup).not.toContain('role="status"');
});
