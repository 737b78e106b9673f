import { BUDGETS } from '../figures/budgets.ts';
import { inTurn, type Measurement } from '../measurement.ts';
import { COMPRESSED, measureAgainstBare } from './against-bare.ts';

/** The catalog's calls that only read. */
export const measureCalls: Measurement = async (bench) => {
  const list = '/products?category=Cloths&limit=24';
  const listed = await fetch(bench.shop.url + list);
  const [first] = (await listed.json()) as { _id: string }[];
  const asked = { headers: COMPRESSED, budget: BUDGETS.call };
  const calls = [
    { what: 'GET /products?category&limit=24', path: list, ...asked },
    { what: 'GET /products/{id}', path: `/products/${first?._id}`, ...asked },
  ];
  return inTurn(calls, (call) => measureAgainstBare(bench, call));
};
