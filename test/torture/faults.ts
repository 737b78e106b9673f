/**
 * What goes wrong, how often, and a count of it. Chance is seeded; while it is calm nothing happens.
 */
import type { Random } from '../support/random.ts';
import type { WireFault } from './wire.ts';
import { DATABASE_MOMENTS, PROVIDER_MOMENTS } from './wire-readers.ts';

/** A named point at which a process is to be killed. */
export interface CrashPoint {
  moment: string;
  when: 'before' | 'after';
}

/** All of them: before a request arrives, and when its response is on its way back. */
export const CRASH_POINTS: CrashPoint[] = [...DATABASE_MOMENTS, ...PROVIDER_MOMENTS].flatMap(
  (moment) => [
    { moment, when: 'before' as const },
    { moment, when: 'after' as const },
  ],
);

const SERVER_ERROR = JSON.stringify({ error: { type: 'api_error', message: 'Not now.' } });
const REFUSAL = [
  'HTTP/1.1 500 Internal Server Error',
  'Content-Type: application/json',
  'Connection: close',
  `Content-Length: ${SERVER_ERROR.length}`,
  '',
  SERVER_ERROR,
].join('\r\n');

export class Faults {
  readonly counts = new Map<string, number>();
  readonly random: Random;
  isCalm = true;
  /** Every named moment that went by, so that nobody renames a table and all points with it. */
  readonly seen = new Set<string>();
  /** Points that were not reached yet; whoever comes by first is killed. */
  #armed: CrashPoint[] = [];
  #queue: CrashPoint[];

  constructor(random: Random) {
    this.random = random;
    this.#queue = shuffled(CRASH_POINTS, random);
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, n) => sum + n, 0);
  }

  count(kind: string, times = 1): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + times);
  }

  /** Moments that no request was recognised as. */
  get unseen(): string[] {
    return [...DATABASE_MOMENTS, ...PROVIDER_MOMENTS].filter((moment) => !this.seen.has(moment));
  }

  /** Crash points at which no process was killed yet. */
  get spared(): string[] {
    return CRASH_POINTS.map(nameOf).filter((name) => !this.counts.has(name));
  }

  /**
   * Arms the next few crash points; each comes up before any comes up again, which they do only with
   * `again`.
   */
  arm(many: number, again: boolean): void {
    for (let i = this.#armed.length; i < many; i += 1) {
      if (this.#queue.length === 0 && again) this.#queue = shuffled(CRASH_POINTS, this.random);
      const next = this.#queue.pop();
      if (next) this.#armed.push(next);
    }
  }

  /** From now on nothing goes wrong. What was armed and never reached comes up again. */
  calm(): void {
    this.isCalm = true;
    this.#queue.unshift(...this.#armed.splice(0));
  }

  /** `mayHalt`: the shop can do without this process for a while. */
  judgeDatabase(moment: string | null, mayHalt: boolean): WireFault | null {
    if (moment !== null) this.seen.add(moment);
    if (this.isCalm) return null;
    const halt = mayHalt ? this.#takePoint(moment) : null;
    if (halt) return halt;
    if (moment === null) {
      if (!this.random.chance(0.001)) return null;
      return this.#named('database', this.random.weighted({ delay: 3, cut: 1, swallow: 1 }), 300);
    }
    if (!this.random.chance(0.03)) return null;
    const kind = this.random.weighted({ delay: 3, cut: 2, swallow: 3 });
    const isCommit = moment.startsWith('commit');
    return this.#named(isCommit ? 'commit' : 'database', kind, 400);
  }

  judgeProvider(moment: string | null, mayHalt: boolean): WireFault | null {
    if (moment !== null) this.seen.add(moment);
    if (this.isCalm || moment === null) return null;
    const halt = mayHalt ? this.#takePoint(moment) : null;
    if (halt) return halt;
    if (!this.random.chance(0.12)) return null;
    const kind = this.random.weighted({ delay: 4, cut: 2, swallow: 3, refuse: 3 });
    return this.#named('provider', kind, 1_500);
  }

  #takePoint(moment: string | null): WireFault | null {
    const at = this.#armed.findIndex((point) => point.moment === moment);
    if (at < 0) return null;
    const [point] = this.#armed.splice(at, 1);
    if (!point) return null;
    this.count(nameOf(point));
    return { kind: `halt-${point.when}` };
  }

  #named(where: string, kind: 'delay' | 'cut' | 'swallow' | 'refuse', most: number): WireFault {
    const words = {
      delay: 'slow',
      cut: 'cut',
      swallow: 'response swallowed',
      refuse: 'responds with 500',
    };
    this.count(`${where}: ${words[kind]}`);
    if (kind === 'delay') return { kind, ms: this.random.int(20, most) };
    return kind === 'refuse' ? { kind, response: REFUSAL } : { kind };
  }
}

const nameOf = ({ moment, when }: CrashPoint) => `killed ${when} "${moment}"`;

function shuffled<T>(items: T[], random: Random): T[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
