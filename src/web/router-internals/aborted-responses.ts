/**
 * The router aborts a request when a newer one replaces it. It then ignores the rest of the
 * response, but does not catch its error, which the console would show (React Router 8.4).
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
