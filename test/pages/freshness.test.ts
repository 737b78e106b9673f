import { afterAll, beforeAll } from 'vitest';
import { testCosts } from './freshness/of-costs.ts';
import { testProducts } from './freshness/of-products.ts';
import { testResponses } from './freshness/of-responses.ts';
import { testReturnPolicy } from './freshness/of-return-policy.ts';
import { testSearches } from './freshness/of-searches.ts';
import { testSections } from './freshness/of-sections.ts';
import { testTexts } from './freshness/of-texts.ts';
import { testVisitors } from './freshness/of-visitors.ts';
import { openWorld } from './freshness/world.ts';

// One pair of shops for all of them: starting shops takes longer than their tests.
let close = async () => {};
beforeAll(async () => {
  close = await openWorld();
});
afterAll(() => close());

testProducts();
testSections();
testSearches();
testTexts();
testReturnPolicy();
testCosts();
testVisitors();
testResponses();
