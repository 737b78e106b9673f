import { expect, test } from 'vitest';
import { baseAddressOf } from './base-address.ts';

test.each([
  ['ann@shop.example', 'ann@shop.example'],
  ['Ann.Lee+shop+2@Shop.Example', 'annlee@shop.example'],
  ['Ann.Lee@GoogleMail.com', 'annlee@gmail.com'],
  ['+@shop.example', '@shop.example'],
])('%s has the base address %s', (email, base) => {
  expect(baseAddressOf(email)).toBe(base);
});
