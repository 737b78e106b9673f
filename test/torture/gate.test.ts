import { expect, test } from 'vitest';
import { type TortureCounts, torture } from './torture.ts';
import { describeCounts } from './words.ts';

/** What a run has to have seen before it may end, beside each kind of fault and of staff's work. */
const FAULTS = 500;
const OPERATIONS = 10_000;
/** A machine that does not get there by then can't vouch for anything. */
const PATIENCE_MS = 20 * 60_000;

const neverDone = ({ afterSale }: TortureCounts) =>
  Object.keys(afterSale).filter((what) => afterSale[what] === 0);

const isShort = (counts: TortureCounts) =>
  counts.faults < FAULTS ||
  counts.operations < OPERATIONS ||
  [...counts.unseen, ...counts.spared, ...neverDone(counts)].length > 0;

test(
  'no order is lost, no charge doubled and nothing oversold under 500 faults and 10,000 operations',
  async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
    console.log(`seed ${seed}: again with SEED=${seed}`);
    const started = Date.now();
    const counts = await torture({
      seed,
      // Wider than in a torture run: each process that is killed takes a second to start.
      apart: [150, 550],
      // A rare moment must not hold up the others.
      armed: 3,
      report(line, counts) {
        const { faults, operations, seconds } = counts;
        const missing = [...counts.unseen, ...counts.spared, ...neverDone(counts)];
        console.log(`${line}: ${faults} faults, ${operations} operations, ${seconds} s`);
        if (operations >= OPERATIONS) console.log(`to be seen yet: ${missing.join(', ')}`);
      },
      // Each start of a killed process costs as much as hundreds of requests.
      again: false,
      goOn: (counts) => isShort(counts) && Date.now() - started < PATIENCE_MS,
    });
    console.log(describeCounts(counts));
    expect(counts.breaches).toEqual([]);
    expect(counts.unseen).toEqual([]);
    expect(counts.spared).toEqual([]);
    expect(counts.faults).toBeGreaterThanOrEqual(FAULTS);
    expect(counts.operations).toBeGreaterThanOrEqual(OPERATIONS);
    expect(counts.captures).toBeGreaterThan(0);
    expect(neverDone(counts)).toEqual([]);
  },
  // The last burst may begin at the end of it.
  PATIENCE_MS + 600_000,
);
