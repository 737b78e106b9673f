import { afterEach, expect, test, vi } from 'vitest';
import { createTemplate } from './fresh-values.ts';

const ID = { customer: 'usr_01m7yyj3vqe8nreq6j1vqjhnxy', first: 'ord_01m7yyj4zre8nreq7gzdw2mwjr' };
const SECOND = 'ord_01m7yyj5bne8nreqafgqxtdnrb';

function statementsOf(order: string, number: string, at: string) {
  return [
    { text: 'begin', values: [] },
    {
      text: 'insert into orders values ($1, $2, $3, $4, $5)',
      values: [order, ID.customer, number, at, 2_000],
    },
    {
      text: 'insert into outbox values ($1, $2)',
      values: [JSON.stringify({ order, customer: ID.customer, at }), new Date(at)],
    },
    { text: 'insert into movements values ($1)', values: [[order, 'sold']] },
    {
      text: 'insert into lines select from json_populate_recordset(null::lines, $1)',
      values: [
        JSON.stringify([{ order, number, customer: ID.customer, price: 2_000, note: null }]),
      ],
    },
  ];
}

const first = statementsOf(ID.first, '7K3M-2Q9D', '2026-11-21T11:41:12.000Z');
const second = statementsOf(SECOND, '9X4P-KK2A', '2026-11-21T11:41:13.500Z');
const takenAt = Date.parse('2026-11-21T11:41:14Z');

afterEach(() => vi.useRealTimers());

test('a new order keeps what the two had in common and renews the rest', () => {
  const now = new Date('2026-11-22T08:00:00Z');
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const made = createTemplate({ first, second, takenAt })();
  expect(made.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
  const [order, customer, number, at, price] = (made[1]?.values ?? []).map(String);
  expect(order).toMatch(/^ord_[0-9a-z]{26}$/);
  expect([ID.first, SECOND]).not.toContain(order);
  expect([customer, price]).toEqual([ID.customer, '2000']);
  expect(number).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  expect(number).not.toBe('7K3M-2Q9D');
  // The same interval as between the first order and its recording.
  expect(now.getTime() - Date.parse(at ?? '')).toBe(2_000);
});

test('one order has one id wherever it is named', () => {
  const made = createTemplate({ first, second, takenAt })();
  const order = made[1]?.values[0];
  expect(JSON.parse(String(made[2]?.values[0]))).toMatchObject({ order, customer: ID.customer });
  expect(made[3]?.values[0]).toEqual([order, 'sold']);
  expect(made[2]?.values[1]).toBeInstanceOf(Date);
});

test('values in rows of JSON are renewed one by one', () => {
  const made = createTemplate({ first, second, takenAt })();
  const [order, , number] = made[1]?.values ?? [];
  const rows = JSON.parse(String(made[4]?.values[0]));
  expect(rows).toEqual([{ order, number, customer: ID.customer, price: 2_000, note: null }]);
});

test('no two orders are the same', () => {
  const make = createTemplate({ first, second, takenAt });
  expect(make()[1]?.values[0]).not.toBe(make()[1]?.values[0]);
});

test('refuses orders that did not send the same statements', () => {
  const shorter = second.slice(0, 2);
  expect(() => createTemplate({ first, second: shorter, takenAt })).toThrow('different SQL');
});

test('refuses to guess a new number', () => {
  const statements = (n: number) => [{ text: 'select $1', values: [n] }];
  const template = createTemplate({ first: statements(1), second: statements(2), takenAt });
  expect(template).toThrow('No new value is known for 1');
});
