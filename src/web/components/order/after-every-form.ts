import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { afterConflicts } from '../../revalidation.ts';

/**
 * Loads a page again after each of its forms, also after a refusal: a form whose response was lost
 * may have done what it was sent for. Somebody who is signed out would be redirected to sign-in, and
 * lose what they typed.
 */
export function afterEveryForm(change: ShouldRevalidateFunctionArgs): boolean {
  const { formMethod, actionStatus } = change;
  return (formMethod === 'POST' && actionStatus !== 401) || afterConflicts(change);
}
