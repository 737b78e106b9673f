import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useOrder } from './use-order.ts';

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/**
 * The rows in the order that was chosen last. Each change is sent with the order before it, when the
 * one before is stored.
 */
export function useStoredOrder<Row extends { id: string; name: string }>(rows: Row[]) {
  const fetcher = useFetcher<{ message: string } | undefined>();
  const [ids, setIds] = useState<string[] | null>(null);
  const waiting = useRef<string[] | null>(null);
  const sent = useRef<string[]>([]);
  // React Router says a moment after `submit` that it is not idle, and a move may come before.
  const isSending = useRef(false);
  const isIdle = fetcher.state === 'idle';
  const refusal = isIdle ? fetcher.data?.message : undefined;
  const send = (next: string[], before: string[]) => {
    sent.current = next;
    isSending.current = true;
    const fields = { order: JSON.stringify(next), shown: JSON.stringify(before) };
    void fetcher.submit(fields, { method: 'post' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of a request sends the next
  useEffect(() => {
    if (!isIdle) return;
    isSending.current = false;
    const next = waiting.current;
    waiting.current = null;
    // The waiting order was made from the one that is stored now, not from the rows loaded since.
    if (next && !refusal) send(next, sent.current);
    // Otherwise the page shows the order of the server, also after a refusal.
    else setIds(null);
  }, [isIdle, fetcher.data]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const chosen = ids?.flatMap((id) => byId.get(id) ?? []) ?? rows;
  const ordered = chosen.length === rows.length ? chosen : rows;
  const order = useOrder(ordered, (next) => {
    setIds(next);
    if (isSending.current) waiting.current = next;
    else send(next, idsOf(rows));
  });
  return { ordered, order, refusal, isStored: ids === null };
}
