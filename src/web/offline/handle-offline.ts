/**
 * Handles requests of the router that do not reach the shop. It runs around every request that the
 * router makes in the browser. A form that could not be sent gets an error beside its fields, which
 * stay as they were typed. A page that is only refreshed stays as it is. Only a navigation ends on
 * the error page, which offers to try again. After a successful change, it notifies the shop's
 * other tabs.
 */
import { type DataStrategyResult, data, type MiddlewareFunction } from 'react-router';
import { tellOtherTabs } from '../other-tabs.ts';
import { errorOf } from '../router-internals/failed-result.ts';
import { matchedRoutes, shownData } from '../router-internals/window.ts';
import { watchChunks, within } from './chunks.ts';
import { recordConnection } from './connection-state.ts';
import { readUnreachable, SlowResponse, type Unreachable } from './unreachable.ts';

type Results = Record<string, DataStrategyResult>;

/** The longest time for a page's response, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 30_000;

export const handleOffline: MiddlewareFunction<Results> = async ({ request }, next) => {
  const url = new URL(request.url);
  const isChange = request.method !== 'GET';
  watchChunks(url);
  const results = await within(RESPONSE_TIMEOUT_MS, next()).catch((error: Error) => {
    if (error.message !== 'timeout') throw error;
    return slow(url);
  });
  /** The highest status of a refusal. */
  let worst = 0;
  for (const [routeId, result] of Object.entries(results)) {
    if (result.type !== 'error' || result.result instanceof Response) continue;
    const unreachable = readUnreachable(errorOf(result));
    worst = Math.max(worst, unreachable?.status ?? 0);
    const response = unreachable && (isChange || isPanel(url)) ? refuse(unreachable) : undefined;
    // The header keeps showing the visitor, whatever failed.
    const current = unreachable || routeId === 'root' ? shownData(url, routeId) : undefined;
    const instead = response ?? (isChange ? undefined : current);
    if (instead !== undefined) results[routeId] = { type: 'data', result: instead };
  }
  recordConnection(worst < 500 ? 'fine' : 'lost');
  if (isChange && !worst) tellOtherTabs();
  return results;
};

/** Data of the cart drawer, the quick view and the filters' count, which show their own errors. */
function isPanel({ pathname }: URL): boolean {
  return pathname === '/cart' || /^\/(quickView|productCount)\//.test(pathname);
}

function slow(url: URL): Results {
  const result: DataStrategyResult = { type: 'error', result: new SlowResponse() };
  return Object.fromEntries(matchedRoutes(url).map((id) => [id, { ...result }]));
}

/**
 * A refusal with the fields that each kind of result has: cart (`ok`, `message`), forms (`status`,
 * `error`), forms beside other results (`result`).
 */
function refuse({ code, message, status }: Unreachable) {
  const form = { status: 'error', error: { '': [message] } };
  return data({ ok: false, code, message, ...form, result: form }, { status });
}
