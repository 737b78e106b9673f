import { data, redirect } from 'react-router';
import { orRefusal, refusalInit } from '../../../respond.ts';

/**
 * Responds to the form of a `SectionList`: `order` has all ids, `move` one row and its direction.
 */
export async function respondToOrder(
  posted: FormData,
  url: URL,
  list: () => Promise<{ id: string }[]>,
  write: (ids: string[]) => Promise<void>,
) {
  const { refusal } = await orRefusal(reorder(posted, list, write));
  if (refusal) return data({ message: refusal.message }, refusalInit(refusal));
  // Keeps the parameters of the page, but not the notice of an earlier change.
  const kept = new URLSearchParams(url.search);
  kept.delete('done');
  throw redirect(kept.size > 0 ? `${url.pathname}?${kept}` : url.pathname);
}

async function reorder(
  posted: FormData,
  list: () => Promise<{ id: string }[]>,
  write: (ids: string[]) => Promise<void>,
): Promise<void> {
  const order = readJson(posted.get('order'));
  if (Array.isArray(order)) return write(order.map(String));
  const move = readJson(posted.get('move'));
  const [id, by] = Array.isArray(move) ? move : [];
  const ids = (await list()).map((row) => row.id);
  const from = ids.indexOf(String(id));
  const to = from + Math.sign(Number(by) || 0);
  if (from === -1 || to < 0 || to >= ids.length) return;
  await write(ids.toSpliced(from, 1).toSpliced(to, 0, String(id)));
}

function readJson(value: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return null;
  }
}
