import { useState } from 'react';

/**
 * The key of a form's request. `fresh` is a new key at each load of the page. The form keeps its own
 * one, so that a second press after a lost response repeats the request. It takes the fresh one when
 * its own is among `used`, the keys of what the order has, or when `form` changes.
 */
export function useRequestKey(fresh: string, used: (string | null)[], form = ''): string {
  const [own, setOwn] = useState({ form, key: fresh });
  const isUsed = used.includes(own.key) && own.key !== fresh;
  if (own.form !== form || isUsed) setOwn({ form, key: fresh });
  return own.key;
}
