import { data } from 'react-router';

/** The error that a loader throws at an address that has no page. */
export function noPage() {
  return data(null, { status: 404 });
}
