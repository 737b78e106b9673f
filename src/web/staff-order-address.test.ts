import { expect, test } from 'vitest';
import { dayParams, orderFilterParams, readOrderFilter } from './staff-order-address.ts';

test('the file of orders gets the filters of the table, and nothing else of its address', () => {
  const address =
    'q=7K3M&product=Linen+jacket&productId=prd_1&payment=paid&payment=refunded&fulfillment=to_ship&returns=open&country=BD&tag=a%2Cb&customer=usr_1&address=missing&deleted=yes&from=2026-11-01&to=2026-11-28';
  const read = (text: string) => readOrderFilter(new URLSearchParams(text));
  const params = orderFilterParams(read(`${address}&after=x&show=100&sort=oldest&payment=x`));
  expect([...params.keys()].sort()).toEqual([...new URLSearchParams(address).keys()].sort());
  expect(read(String(params))).toEqual(read(address));
  expect(String(orderFilterParams(read('q=&payment=lost&from=2026-02-31')))).toBe('');
  // One status, as in addresses and saved views from before several could be chosen.
  expect(read('payment=paid').payment).toEqual(['paid']);
  expect(read('payment=any').payment).toEqual([]);
  expect(read('payment=refunded&payment=paid&payment=x').payment).toEqual(['paid', 'refunded']);
  expect(String(dayParams(read(address)))).toBe('from=2026-11-01&to=2026-11-28');
  expect(String(dayParams(read('to=2026-11-28')))).toBe('to=2026-11-28');
});
