import { useSyncExternalStore } from 'react';

/** What is known of the way to the shop. */
export interface Connection {
  lost: boolean;
  /** How many clicks and forms were held back since it was lost. */
  held: number;
}

const fine: Connection = { lost: false, held: 0 };

let connection = fine;
const listeners = new Set<() => void>();

/** Notes what the last request found. */
export function noteConnection(found: 'fine' | 'lost' | 'held'): void {
  if (found === 'fine' && !connection.lost) return;
  if (found === 'lost' && connection.lost) return;
  connection =
    found === 'fine' ? fine : { lost: true, held: connection.held + (found === 'held' ? 1 : 0) };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the shop could be reached when it was last asked. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => fine,
  );
}
