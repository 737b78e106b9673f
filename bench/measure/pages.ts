import { BUDGETS } from '../figures/budgets.ts';
import { inTurn, type Measurement } from '../measurement.ts';
import { signInCustomer } from '../shop/customer.ts';
import { COMPRESSED, measureAgainstBare } from './against-bare.ts';

/** Measures pages for a signed-in customer: with their own name, count and nonce. */
export const measurePages: Measurement = async (bench) => {
  const { cookie } = await signInCustomer(bench.shop.url);
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
