import * as build from 'virtual:react-router/server-build';
import { createRequestHandler } from 'react-router';

/**
 * Returns the response to a request for a page. In development React Router would also collect each
 * page's styles from all modules of its route; these pages contain their styles already.
 */
export const renderPage = createRequestHandler(
  { ...build, unstable_getCriticalCss: undefined },
  'production',
);
