import * as build from 'virtual:react-router/server-build';
import { createRequestHandler } from 'react-router';

/**
 * Returns the response to a request for a page. In development React Router would collect the styles
 * of each page as well, through everything that its route imports: these pages carry them already.
 */
export const renderPage = createRequestHandler(
  { ...build, unstable_getCriticalCss: undefined },
  'production',
);
