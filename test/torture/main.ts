import { parseArgs } from 'node:util';
import { torture } from './torture.ts';
import { describeCounts } from './words.ts';

// npm run torture -- --hours N [--seed S]: bursts of faults until the time is up. Exits with 1 at the
// first breach. The same seed makes the same choices; what the machine does in between is its own.

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '1' },
    seed: { type: 'string' },
    processes: { type: 'string', default: '3' },
  },
});
const hours = Number(values.hours);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
if (!(hours > 0) || !Number.isInteger(seed)) {
  console.error('npm run torture -- --hours N [--seed S] [--processes P]');
  process.exit(2);
}
const until = Date.now() + hours * 3_600_000;
let isCalledOff = false;
let lastReport = 0;
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    isCalledOff = true;
    console.log('Finishing this burst …');
  });
}
console.log(`seed ${seed}`);
const counts = await torture({
  seed,
  processes: Number(values.processes),
  goOn: () => !isCalledOff && Date.now() < until,
  report(_, sofar) {
    if (Date.now() - lastReport < 3 * 60_000) return;
    lastReport = Date.now();
    console.log(describeCounts(sofar));
  },
});
console.log(describeCounts(counts));
for (const breach of counts.breaches) console.log(`BREACH ${breach}`);
process.exit(counts.breaches.length === 0 ? 0 : 1);
