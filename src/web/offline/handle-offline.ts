/**
 * What a page does when the shop can't be reached: it stays. Runs around every request that the
 * router makes in the browser. A form that could not be sent gets an answer that says so, beside
 * the fields as they were typed; a page that is only refreshed keeps what it shows; and only a step
 * to another page ends on the error page, which offers to try again. Changes that went through are
 * told to the shop's other tabs.
 */
import { type DataStrategyResult, data, type MiddlewareFunction } from 'react-router';
import { errorOf } from '../router-internals/failed-result.ts';
import { matchedRoutes, shownData } from '../router-internals/window.ts';
import { watchChunks, within } from './chunks.ts';
import { noteConnection } from './connection-state.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { readUnreachable, SlowResponse, type Unreachable } from './unreachable.ts';

type Results = Record<string, DataStrategyResult>;

/** Longer than any page may take, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 30_000;

export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const url = new URL(request.url);
  const isChange = request.method !== 'GET';
  watchChunks(url);
  const results = await within(RESPONSE_TIMEOUT_MS, next()).catch((error: Error) => {
    if (error.message !== 'timeout') throw error;
    return slow(url);
  });
  let lost = false;
  for (const [routeId, result] of Object.entries(results)) {
    if (result.type !== 'error' || result.result instanceof Response) continue;
    const unreachable = readUnreachable(errorOf(result));
    lost ||= (unreachable?.status ?? 0) >= 500;
    const response = unreachable && (isChange || isPanel(url)) ? refuse(unreachable) : undefined;
    // Whatever failed, the header still knows who is here.
    const kept = unreachable || routeId === 'root' ? shownData(url, routeId) : undefined;
    const instead = response ?? (isChange ? undefined : kept);
    if (instead !== undefined) results[routeId] = { type: 'data', result: instead };
  }
  noteConnection(lost ? 'lost' : 'fine');
  if (isChange && !lost) tellOtherTabs();
  return results;
};

/** What the drawer and the quick view load: they say themselves what went wrong. */
function isPanel({ pathname }: URL): boolean {
  return pathname === '/cart' || /^\/(quickView|productCount)\//.test(pathname);
}

function slow(url: URL): Results {
  const result: DataStrategyResult = { type: 'error', result: new SlowResponse() };
  return Object.fromEntries(matchedRoutes(url).map((id) => [id, { ...result }]));
}

/**
 * A refusal with the fields of every kind of answer that pages look for: cart answers (`ok`,
 * `message`), forms (`status`, `error`), forms beside other news (`result`).
 */
function refuse({ code, message, status }: Unreachable) {
  const form = { status: 'error', error: { '': [message] } };
  return data({ ok: false, code, message, ...form, result: form }, { status });
}
