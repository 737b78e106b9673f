/**
 * The router aborts a request that a newer one replaces. It has no use for the rest of the response
 * then, but doesn't catch its error, which would stand in the console (React Router 8.4).
 */
import { useEffect } from 'react';

export function useAbortedResponses(): void {
  useEffect(() => {
    const ignore = (event: PromiseRejectionEvent) => {
      if (event.reason instanceof DOMException && event.reason.name === 'AbortError') {
        event.preventDefault();
      }
    };
    window.addEventListener('unhandledrejection', ignore);
    return () => window.removeEventListener('unhandledrejection', ignore);
  }, []);
}
