import { type AppError, BusyError, logFault } from './errors.ts';
import type { Log, LogFields } from './log.ts';

/** The interval for counting refusals of a busy shop, in milliseconds. */
const BUSY_MS = 1_000;

/**
 * Logs requests that failed because of the shop: an outage in one line, a bug with its stack,
 * refusals of a busy shop as one line a second. Mistakes of clients are not logged.
 */
export function createFailureLog(log: Log): (refusal: AppError, request: LogFields) => void {
  let busyTimes = 0;
  const logBusy = (request: LogFields) => {
    busyTimes += 1;
    if (busyTimes > 1) return;
    setTimeout(() => {
      log.warn('request.busy', { ...request, times: busyTimes });
      busyTimes = 0;
    }, BUSY_MS).unref();
  };
  return (refusal, request) => {
    if (refusal instanceof BusyError) logBusy(request);
    else if (refusal.status === 503) logFault(log, 'request.unavailable', refusal, request);
    else if (refusal.status >= 500) log.error('request.failed', refusal, request);
  };
}
