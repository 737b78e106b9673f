import { BUDGETS } from '../figures/budgets.ts';
import { inTurn, type Measurement } from '../measurement.ts';
import { signInShopper } from '../shop/shopper.ts';
import { COMPRESSED, measureAgainstBare } from './against-bare.ts';

/** Pages as somebody signed in gets them: with a name, a count and a nonce of their own. */
export const measurePages: Measurement = async (bench) => {
  const { cookie } = await signInShopper(bench.shop.url);
  const headers = { Cookie: cookie, ...COMPRESSED };
  const budget = BUDGETS.page;
  const pages = [
    { what: 'category page', path: '/cloths', headers, budget },
    { what: 'category page, uncompressed', path: '/cloths', headers: { Cookie: cookie } },
    { what: 'home page', path: '/', headers, budget },
    { what: 'product page', path: '/product/skerry-cable-jumper', headers, budget },
  ];
  return inTurn(pages, (page) => measureAgainstBare(bench, page));
};
