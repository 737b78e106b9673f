import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the server renders and while the page hydrates, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
