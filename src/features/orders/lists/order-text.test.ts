import { expect, test } from 'vitest';
import { type OrderText, readOrderText } from './order-text.ts';

const texts: [string, Partial<OrderText>][] = [
  ['Sam@Example', { email: 'sam@example' }],
  [
    '7k3m-2q9d',
    { number: '7K3M-2Q9D', email: '7k3m-2q9d', tracking: '7K3M2Q9D', sku: '7k3m-2q9d' },
  ],
  ['7', { number: null, email: '7', name: '7' }],
  ['7k 3m2', { number: '7K3M-2', name: '7k 3m2', tracking: '7K3M2', sku: '7k 3m2' }],
  ['José Müller', { name: 'jose muller', sku: 'josé müller' }],
  ["Anne-Marie O'Brien", { name: 'anne marie o brien', sku: "anne-marie o'brien" }],
  ['s', { email: 's' }],
  ['s m', { number: 'SM', sku: 's m' }],
  ['Jo', { number: 'JO', email: 'jo', name: 'jo' }],
  ['+880 1712-345678', { name: null, phone: '8801712345678', sku: '+880 1712-345678' }],
  ['(0)1712 345678', { name: '0 1712 345678', phone: '1712345678', sku: '(0)1712 345678' }],
  ['+44 (0)20 7946 0958', { phone: '442079460958', name: '44 0 20 7946 0958' }],
  ['00 49 30/123456', { phone: '4930123456', tracking: '004930123456' }],
  [
    '0958',
    { number: '0958', email: '0958', name: '0958', phone: '0958', tracking: '0958', sku: '0958' },
  ],
  ['1Z 999-AA1.0123', { tracking: '1Z999AA10123', sku: '1z 999-aa1.0123' }],
  [
    'G-00-NAVY-L',
    { number: 'G00N-AVYL', email: 'g-00-navy-l', tracking: 'G00NAVYL', sku: 'g-00-navy-l' },
  ],
  ['#3T5F-3WEM', { number: '3T5F-3WEM' }],
  ['Order 3T5F-3WEM', { number: '3T5F-3WEM' }],
  ['order: #3t5f 3wem', { number: '3T5F-3WEM' }],
  ['Orders', { number: 'ORDE-RS' }],
  ...['–', '—', '‐', '‑', '−', '﹣', '－'].map((dash): [string, Partial<OrderText>] => [
    `3T5F${dash}3WEM`,
    { number: '3T5F-3WEM', tracking: '3T5F3WEM', name: null },
  ]),
  ['３Ｔ５Ｆ－３ＷＥＭ', { number: '3T5F-3WEM' }],
  ['\u202a+44 20\u00a07946‑0958\u202c', { phone: '442079460958' }],
  ['\u2066\u200e020 7946–0958\u200f\u2069', { phone: '2079460958' }],
  ['٠١٧١٢ ٣٤٥٦٧٨', { phone: '1712345678' }],
  ['۰۱۷۱۲ ۳۴۵۶۷۸', { phone: '1712345678' }],
  ['＋８８０　１７１２（３４５）６７８', { phone: '8801712345678' }],
  ['tel:+442079460958', { phone: '442079460958' }],
  ['Tel. 020 7946 0958', { phone: '2079460958' }],
  ['tel 0958', { phone: '0958' }],
  ['\u200esam@example.com', { email: 'sam@example.com' }],
  ['CAP–RED', { sku: 'cap–red' }],
  ['inv–1001', { document: { label: 'inv-1001', number: 1001 } }],
  ['Invoice INV-1001', { document: { label: 'INV-1001', number: 1001 } }],
  ['credit note: no. #CN-7', { document: { label: 'CN-7', number: 7 } }],
  ['Invoice-7', { document: { label: 'Invoice-7', number: 7 } }],
  ['2026/0042', { document: { label: '2026/0042', number: 42 } }],
  ['INV-1234567890', { document: null }],
  ["O'B", { name: "o'b" }],
  ['d’Á', { name: "d'a" }],
  ["J O'B", { name: "j o'b" }],
  ["O'", { name: null }],
  ['o b', { name: null }],
  ['%', { email: '%' }],
  ['\u200e', { email: null, name: null, sku: null }],
  ['a_b\\', { email: 'a_b\\', name: null, sku: 'a_b\\' }],
];

test.each(texts)('%j is looked up as what it can be', (text, expected) => {
  expect(readOrderText(text)).toMatchObject(expected);
});

test('what it can not be is not looked up', () => {
  const nothing = {
    ...{
      number: null,
      name: null,
      phone: null,
      phoneStarts: [],
      tracking: null,
      document: null,
      sku: null,
    },
  };
  expect(readOrderText('sam@example.com')).toEqual({ ...nothing, email: 'sam@example.com' });
  expect(readOrderText('%')).toEqual({ ...nothing, email: '%' });
  expect(readOrderText('Sam Smith')).toEqual({
    ...nothing,
    ...{ number: 'SAMS-MITH', email: null, name: 'sam smith', sku: 'sam smith' },
  });
  expect(readOrderText('G-00-NAVY-L').name).toBeNull();
  expect(readOrderText('123')).toMatchObject({ phone: null, tracking: null });
  expect(readOrderText('1234567890123456').phone).toBeNull();
  expect(readOrderText('123456789').number).toBeNull();
});

test('a beginning of a phone number is looked up with its code, or with the code of each country', () => {
  const startsOf = (text: string) => readOrderText(text).phoneStarts;
  for (const text of ['+880 1712', '00880 1712', 'tel:+880-1712', '+880 (0)1712']) {
    expect(startsOf(text)).toEqual(['+8801712']);
  }
  const within = startsOf('01712');
  expect(within).toEqual(expect.arrayContaining(['+8801712', '+491712', '+3901712']));
  expect(within).not.toContain('+01712');
  expect(startsOf('1712')).toEqual(expect.arrayContaining(['+1712', '+8801712', '+11712']));
  expect(new Set(within).size).toBe(within.length);
  for (const text of ['171', '0044', '00 44 2', '+442', '1712a', 'sam@1712', '1234567890123456']) {
    expect(startsOf(text)).toEqual([]);
  }
});
