import {
  type Boost,
  type BoostKind,
  boostKinds,
  MOST_STEPS,
} from '#features/catalog/search.schema.ts';
import { readJson } from '../../../components/console/row-order/read-order.ts';

/** Names of the buttons that change a boost; the value is the number of its row. */
const moves = { raise: 1, lower: -1 } as const;

export interface BoostsChange {
  /** The boosts that the form showed. */
  shown: Boost[];
  boosts: Boost[];
  added: Boost | null;
}

/** What a form about boosts asks for; null for a form about something else. */
export function readBoostsChange(posted: FormData): BoostsChange | null {
  const shown = readBoosts(posted);
  const added = readAdded(posted);
  if (added) return { shown, boosts: shown, added };
  for (const [name, by] of Object.entries(moves)) {
    const row = posted.get(name);
    if (row === null) continue;
    const moved = shown.map((one, nr) => (nr === Number(row) ? withSteps(one, by) : one));
    return { shown, boosts: moved, added: null };
  }
  const dropped = posted.get('drop');
  if (dropped === null) return null;
  return { shown, boosts: shown.filter((_, nr) => nr !== Number(dropped)), added: null };
}

/** A product, by the button beside it, or what the form of a new boost has. */
function readAdded(posted: FormData): Boost | null {
  const product = posted.get('boost');
  if (product !== null) return { kind: 'product', value: String(product), steps: 1 };
  const kind = posted.get('kind');
  if (!isKind(kind)) return null;
  const steps = Number(posted.get('steps'));
  return { kind, value: String(posted.get('value') ?? ''), steps };
}

// No steps would be no boost, so one step up and one step down are neighbors.
function withSteps(boost: Boost, by: 1 | -1): Boost {
  const next = boost.steps + by === 0 ? by : boost.steps + by;
  return { ...boost, steps: Math.max(-MOST_STEPS, Math.min(MOST_STEPS, next)) };
}

function readBoosts(posted: FormData): Boost[] {
  const rows = readJson(posted.get('shownBoosts'));
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row) => {
    const [kind, value, steps] = Array.isArray(row) ? row : [];
    return isKind(kind) ? [{ kind, value: String(value), steps: Number(steps) }] : [];
  });
}

function isKind(kind: unknown): kind is BoostKind {
  return typeof kind === 'string' && Object.hasOwn(boostKinds, kind);
}
