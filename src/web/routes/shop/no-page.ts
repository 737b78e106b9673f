import { data } from 'react-router';

/** What a loader throws at an address that is of no page. */
export function noPage() {
  return data(null, { status: 404 });
}
