import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the server renders and while the page hydrates, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
