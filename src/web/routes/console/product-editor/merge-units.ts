/**
 * Merges the units on hand of a variant. Orders change them too, so what was typed counts as a
 * change: 15 instead of 10 adds 5 to what is there now, and what was sold meanwhile stays sold.
 */
import { isWhole } from '../../../components/console/sheet/cell-text.ts';
import type { Row } from './draft.ts';

const MOST = Number.MAX_SAFE_INTEGER;

/**
 * Whether I typed other units for a variant whose units somebody else changed, or an earlier save of
 * this page whose response was lost. The number may be the same again by then: what that save added may
 * have been sold.
 */
export function isUnitsConflict(from: Row | undefined, my: Row, their: Row): boolean {
  if (!from || from.onHand === my.onHand) return false;
  return from.onHand !== their.onHand || hasMoved(from, their);
}

function hasMoved({ movement: before }: Row, { movement: now }: Row): boolean {
  return before !== undefined && now !== undefined && before !== now;
}

/** The units after my change of theirs. Those of a variant that both added are theirs. */
export function ownUnits(from: Row | undefined, my: Row, their: Row): string {
  if (!from || from.onHand === my.onHand) return their.onHand;
  const all = [from, my, their].map(({ onHand }) => onHand);
  // What is no number stays as it was typed, and is marked.
  if (!all.every((units) => isWhole(units, MOST))) return my.onHand;
  const [before = 0, typed = 0, now = 0] = all.map(Number);
  return String(Math.max(0, now + typed - before));
}

/** The units after my change of theirs, for the person who chooses: '13 (+5)'. */
export function ownUnitsText(from: Row | undefined, my: Row, their: Row): string {
  const units = ownUnits(from, my, their);
  const change = Number(units) - Number(their.onHand);
  if (!Number.isFinite(change)) return units;
  return `${units} (${change < 0 ? '−' : '+'}${Math.abs(change)})`;
}
