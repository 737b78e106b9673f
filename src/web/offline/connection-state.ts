import { useSyncExternalStore } from 'react';

/** Whether the shop can be reached. */
export interface Connection {
  lost: boolean;
  /** How many clicks and forms were blocked since the connection was lost. */
  held: number;
}

const fine: Connection = { lost: false, held: 0 };

let connection = fine;
const listeners = new Set<() => void>();

/** Records the result of the last request. */
export function recordConnection(found: 'fine' | 'lost' | 'held'): void {
  if (found === 'fine' && !connection.lost) return;
  if (found === 'lost' && connection.lost) return;
  connection =
    found === 'fine' ? fine : { lost: true, held: connection.held + (found === 'held' ? 1 : 0) };
  for (const listener of listeners) listener();
}

/** Whether the last request did not reach the shop. */
export function isLost(): boolean {
  return connection.lost;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The state of the connection after the last request. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => fine,
  );
}
