import { useCallback, useEffect, useRef } from 'react';

/** Longer than most people take between two letters. */
export const TYPING_PAUSE_MS = 120;

/**
 * Returns a function that calls `act` after a pause, so that changes in quick succession cause one
 * call. The next call of the function cancels the earlier one, and aborts what it has begun; so
 * does the end of the component, and the returned function, which effects return.
 */
export function useAfterPause() {
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);
  return useCallback((ms: number, act: (signal: AbortSignal) => void) => {
    cancel.current();
    const request = new AbortController();
    const timer = setTimeout(() => act(request.signal), ms);
    cancel.current = () => {
      clearTimeout(timer);
      request.abort();
    };
    return cancel.current;
  }, []);
}
