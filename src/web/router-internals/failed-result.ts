import type { DataStrategyResult } from 'react-router';

/**
 * Why a route failed. The error of an action is wrapped, with a status that no response had (8.4).
 */
export function errorOf({ result }: DataStrategyResult): unknown {
  const wrapped = result as { type?: unknown; data?: unknown } | null;
  return wrapped?.type === 'DataWithResponseInit' ? wrapped.data : result;
}
