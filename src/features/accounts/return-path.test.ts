import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeReturnPath, withReturnPath } from './return-path.ts';

test.each([
  '/',
  '/shoes',
  '/product/prd_1?size=M#details',
  '/checkOut/ord_1',
  '/search?q=a%20b&next=https://evil.example',
  '/a//b',
  '/%2F%2Fevil.example',
  '/@evil.example',
])('%s is a page of this site', (path) => {
  expect(safeReturnPath(path)).toBe(path);
});

test.each([
  ['//evil.example'],
  ['///evil.example'],
  ['/\\evil.example'],
  ['/..//evil.example'],
  ['/.//evil.example'],
  ['/a/..//evil.example'],
  ['/%2e%2e//evil.example'],
  ['\\/evil.example'],
  ['\\\\evil.example'],
  ['/a\\b'],
  ['https://evil.example'],
  ['https:evil.example'],
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['shoes'],
  ['./shoes'],
  ['?from=/'],
  ['#top'],
  [''],
  [' /shoes'],
  ['/\t/evil.example'],
  ['/\n/evil.example'],
  ['\t//evil.example'],
  ['/shoes\r\nSet-Cookie: a=b'],
  ['/\u0000'],
  ['/\u007f'],
  [`/${'a'.repeat(2_000)}`],
  [null],
  [undefined],
  [5],
  [['/shoes']],
  [{ toString: () => '/shoes' }],
])('%j becomes / [2.16]', (value) => {
  expect(safeReturnPath(value)).toBe('/');
});

test('what a header can not carry is escaped', () => {
  expect(safeReturnPath('/ünïcode')).toBe('/%C3%BCn%C3%AFcode');
  expect(safeReturnPath('/\u2028')).toBe('/%E2%80%A8');
});

test('whatever it lets through, a browser stays on this site', () => {
  const hostile = fc.array(
    fc.constantFrom('/', '\\', '\t', '\n', '.', '@', ':', '%', 'evil.example', 'http', '?', '#'),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        hostile.map((parts) => `/${parts.join('')}`),
      ),
      (text) => {
        const path = safeReturnPath(text);
        expect(new URL(path, 'https://shop.test').origin).toBe('https://shop.test');
        expect(safeReturnPath(path)).toBe(path);
        expect(path).not.toMatch(/^\/\/|[^\x21-\x7e]/);
        expect(path).not.toMatch(/[\r\n]/);
      },
    ),
    { numRuns: 5_000 },
  );
});

test('a form keeps in its address where it leads, unless that is the home page', () => {
  expect(withReturnPath('/login', '/')).toBe('/login');
  const address = withReturnPath('/login', '/cloths?size=M&after=x');
  const { searchParams } = new URL(address, 'https://shop.test');
  expect([...searchParams]).toEqual([['from', '/cloths?size=M&after=x']]);
});
