import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * What the last form of the page returned, until another one is done or the page is left. A page
 * that refreshes itself loses its `actionData`, and with it a question that staff still read.
 */
export function useLastResult<Result>(actionData: Result | undefined): Result | undefined {
  // Each form that was sent makes a new entry of the history, and a refresh makes none.
  const { key } = useLocation();
  const [last, setLast] = useState({ key, actionData });
  const isLeft = last.key !== key;
  if (isLeft || (actionData !== undefined && last.actionData !== actionData)) {
    setLast({ key, actionData });
  }
  return isLeft ? actionData : (actionData ?? last.actionData);
}
