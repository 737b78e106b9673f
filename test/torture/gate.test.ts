import { expect, test } from 'vitest';
import { torture } from './torture.ts';
import { describeCounts } from './words.ts';

/** What a run has to have seen before it may end. */
const FAULTS = 300;
const OPERATIONS = 20_000;
/** A machine that does not get there by then can't vouch for anything. */
const PATIENCE_MS = 20 * 60_000;

test(
  'no order is lost, no charge doubled and nothing oversold under 300 faults and 20,000 operations',
  async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
    console.log(`seed ${seed}: again with SEED=${seed}`);
    const started = Date.now();
    const counts = await torture({
      seed,
      // Wider than in a torture run: each process that is killed takes a second to start.
      apart: [150, 550],
      report: (line, { faults, operations, seconds }) =>
        console.log(`${line}: ${faults} faults, ${operations} operations, ${seconds} s`),
      goOn: ({ faults, operations, spared }) =>
        (faults < FAULTS || operations < OPERATIONS || spared.length > 0) &&
        Date.now() - started < PATIENCE_MS,
    });
    console.log(describeCounts(counts));
    expect(counts.breaches).toEqual([]);
    expect(counts.unseen).toEqual([]);
    expect(counts.spared).toEqual([]);
    expect(counts.faults).toBeGreaterThanOrEqual(FAULTS);
    expect(counts.operations).toBeGreaterThanOrEqual(OPERATIONS);
    expect(counts.captures).toBeGreaterThan(0);
    const never = Object.entries(counts.afterSale).filter(([, n]) => n === 0);
    expect(never).toEqual([]);
  },
  // The last burst may begin at the end of it.
  PATIENCE_MS + 600_000,
);
