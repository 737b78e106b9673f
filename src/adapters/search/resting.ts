import { logFault } from '#shared/errors.ts';
import type { Log } from '#shared/log.ts';
import type { EngineQuery, SearchPort } from './port.ts';

/** Failures in a row after which an engine is not asked for a while. */
const MOST_FAILURES = 3;
const REST_MS = 30_000;

/**
 * This engine, which is not asked for half a minute after three failures in a row. Then it gets one
 * search; if that fails, it rests again. So an engine that hangs costs few people a second.
 */
export function restAfterFailures(
  engine: SearchPort,
  { now, log, restMs = REST_MS }: { now: () => Date; log: Log; restMs?: number },
): SearchPort {
  let failures = 0;
  let restsUntil = 0;
  return {
    ...engine,
    async find(asked: EngineQuery) {
      const at = now().getTime();
      if (at < restsUntil) throw new Error('The search engine rests after failures.');
      // While this search is under way, others don't ask.
      if (failures >= MOST_FAILURES) restsUntil = at + restMs;
      try {
        const hits = await engine.find(asked);
        if (failures >= MOST_FAILURES) log.info('search.engine-back', { where: engine.where });
        failures = 0;
        restsUntil = 0;
        return hits;
      } catch (error) {
        failures += 1;
        const rests = failures >= MOST_FAILURES;
        logFault(log, 'search.engine', error, { where: engine.where, rests });
        if (rests) restsUntil = now().getTime() + restMs;
        throw error;
      }
    },
  };
}
