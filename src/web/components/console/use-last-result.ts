import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * What the last form of the page returned, until another one is done or the page is left. A page
 * that refreshes itself loses its `actionData`, and with it a question that staff still read. The
 * result is not shown before the page was loaded after the form. Until then the form's button is
 * busy, and staff who saw a refusal sooner would press it in vain.
 */
export function useLastResult<Result>(actionData: Result | undefined): Result | undefined {
  // Each form that was sent makes a new entry of the history once the page is loaded, and a refresh
  // makes none.
  const { key } = useLocation();
  const [last, setLast] = useState({ key, actionData });
  if (last.key === key) return last.actionData;
  setLast({ key, actionData });
  return actionData;
}
