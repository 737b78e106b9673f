import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { useOrder } from './use-order.ts';

/** The rows in the order that was chosen last. Each change is sent, with the order before it. */
export function useStoredOrder<Row extends { id: string; name: string }>(rows: Row[]) {
  const fetcher = useFetcher<{ message: string } | undefined>();
  const [ids, setIds] = useState<string[] | null>(null);
  const isIdle = fetcher.state === 'idle';
  // The order of the server counts, also after a refusal.
  useEffect(() => {
    if (isIdle) setIds(null);
  }, [isIdle]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const chosen = ids?.flatMap((id) => byId.get(id) ?? []) ?? rows;
  const ordered = chosen.length === rows.length ? chosen : rows;
  const order = useOrder(ordered, (next) => {
    setIds(next);
    const shown = JSON.stringify(ordered.map(({ id }) => id));
    void fetcher.submit({ order: JSON.stringify(next), shown }, { method: 'post' });
  });
  return { ordered, order, refusal: isIdle ? fetcher.data?.message : undefined };
}
