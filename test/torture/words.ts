import type { TortureCounts } from './torture.ts';

/** The figures of a run, for people. */
export function describeCounts(counts: TortureCounts): string {
  const { seed, bursts, seconds, faultsByKind, breaches } = counts;
  const { faults, operations, unknown, orders, captures, refunds, afterSale } = counts;
  const kinds = Object.entries(faultsByKind).map(
    ([kind, n]) => `  ${String(n).padStart(6)} ${kind}`,
  );
  const after = Object.entries(afterSale).map(([what, n]) => `${n} ${what}`);
  return [
    `seed ${seed}: ${bursts} bursts in ${seconds} s, ${faults} faults:`,
    ...kinds,
    `${operations} operations verified (${unknown} of them without a response), ${orders} orders, ${captures} captures, ${refunds} refunds, ${after.join(', ')}, ${breaches.length} breaches`,
  ].join('\n');
}
