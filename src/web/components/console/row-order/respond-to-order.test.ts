import { expect, test } from 'vitest';
import { respondToOrder } from './respond-to-order.ts';

const url = new URL('http://shop.test/admin/pages');

async function send(fields: Record<string, unknown>) {
  const posted = new FormData();
  for (const [name, value] of Object.entries(fields)) posted.set(name, JSON.stringify(value));
  const written: string[][] = [];
  const list = async () => ['a', 'b', 'c'].map((id) => ({ id }));
  const write = async (ids: string[]) => void written.push(ids);
  const response = await respondToOrder(posted, url, list, write).catch((thrown) => thrown);
  return { written, message: response.data?.message, status: response.init?.status };
}

test.each([[{ order: ['b', 'a', 'c'] }], [{ move: ['b', -1] }]])(
  'an order of a list that somebody changed meanwhile is refused: %j',
  async (fields) => {
    const message = 'The list has changed. Please look at it again.';
    expect(await send({ ...fields, shown: ['a', 'c', 'b'] })).toEqual({
      written: [],
      message,
      // With this status the page loads again.
      status: 412,
    });
    const stored = { written: [['b', 'a', 'c']], message: undefined, status: undefined };
    expect(await send({ ...fields, shown: ['a', 'b', 'c'] })).toEqual(stored);
    expect(await send(fields)).toEqual(stored);
  },
);
