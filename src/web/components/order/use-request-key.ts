import { useState } from 'react';

/**
 * The key of a form's request. It stays when the page loads again with a `fresh` one, so a further
 * press after a lost response is a repeat. It is replaced when it is among `used`, the keys of what
 * the order has, and when `form` changes.
 */
export function useRequestKey(fresh: string, used: (string | null)[], form = ''): string {
  const [own, setOwn] = useState({ form, key: fresh });
  const isUsed = used.includes(own.key) && own.key !== fresh;
  if (own.form !== form || isUsed) setOwn({ form, key: fresh });
  return own.key;
}
