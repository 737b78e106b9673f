import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import type { Draft } from './draft.ts';
import type { EditorState } from './editor-state.ts';
import { fieldLabels, rowPartLabels } from './field-labels.ts';
import {
  type Difference,
  findDifferences,
  firstChoice,
  mergeDrafts,
  ownVariants,
  type Side,
} from './merge.ts';
import type { Theirs } from './use-editor.ts';

/**
 * Shows both versions of a product that somebody else changed meanwhile, and asks which values to
 * keep.
 */
export function ConflictPanel({
  state,
  theirs: { draft: theirs, version, compared },
  onSave,
}: {
  state: EditorState;
  theirs: Theirs;
  onSave: (merged: Draft) => void;
}) {
  const { base, mine } = compared ?? { base: state.base, mine: state.draft };
  // Orders and adjustments of stock change no version.
  const isStock = !compared && version === state.version;
  const hydrated = useHydrated();
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const differences = useMemo(() => findDifferences(base, mine, theirs), [base, mine, theirs]);
  const own = useMemo(() => ownVariants(base, mine, theirs), [base, mine, theirs]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const sideOf = (one: Difference) => choices[one.id] ?? firstChoice(one);
  const chooseAll = (side: Side) =>
    setChoices(Object.fromEntries(differences.map(({ id }) => [id, side])));
  return (
    <section
      aria-labelledby="conflict-title"
      className="mb-4 rounded-card border-2 border-danger bg-surface p-4"
    >
      <h2
        id="conflict-title"
        ref={heading}
        tabIndex={-1}
        className="font-sans text-base font-semibold"
      >
        {isStock ? 'The stock changed meanwhile' : 'Somebody else changed this product meanwhile'}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">
        {hydrated
          ? `Choose for each of ${isStock ? 'the numbers' : 'their changes'}. Nothing is saved until you press the button below.`
          : 'Your text is in the fields below. What both of you changed is listed here; saving keeps yours.'}
      </p>
      <OwnVariants title="You added" names={own.added} />
      <OwnVariants title="You removed" names={own.removed} />
      <DifferenceTable
        differences={differences}
        sideOf={sideOf}
        onChoose={hydrated ? (id, side) => setChoices((old) => ({ ...old, [id]: side })) : null}
      />
      {hydrated ? (
        <PanelButtons
          onAll={chooseAll}
          onSave={() => onSave(mergeDrafts(base, mine, theirs, sideOf))}
        />
      ) : null}
    </section>
  );
}

/** Variants that only I added or removed. That stays, whatever is chosen. */
function OwnVariants({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  const more = names.length - MOST_NAMED;
  return (
    <p className="mt-1 text-sm">
      {title}: {names.slice(0, MOST_NAMED).join(', ')}
      {more > 0 ? ` and ${more} more` : ''}. This stays.
    </p>
  );
}

const MOST_NAMED = 20;

function PanelButtons({ onAll, onSave }: { onAll: (side: Side) => void; onSave: () => void }) {
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button type="button" onClick={() => onAll('mine')}>
        Keep all of mine
      </Button>
      <Button type="button" onClick={() => onAll('theirs')}>
        Take all of theirs
      </Button>
      <Button type="button" look="solid" onClick={onSave}>
        Save these choices
      </Button>
    </div>
  );
}

function DifferenceTable({
  differences,
  sideOf,
  onChoose,
}: {
  differences: Difference[];
  sideOf: (one: Difference) => Side;
  /** Null without script. */
  onChoose: ((id: string, side: Side) => void) | null;
}) {
  return (
    <div className="mt-3 max-h-96 overflow-auto">
      <table className="w-full text-left text-sm">
        <thead>
          <tr>
            {['Field', 'Yours', 'Theirs'].map((title) => (
              <th key={title} scope="col" className="p-2 font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map((one) => (
            <DifferenceRow
              key={one.id}
              difference={one}
              side={sideOf(one)}
              onChoose={onChoose && ((side) => onChoose(one.id, side))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DifferenceRow({
  difference,
  side,
  onChoose,
}: {
  difference: Difference;
  side: Side;
  /** Null without script. */
  onChoose: ((side: Side) => void) | null;
}) {
  const name = labelOf(difference);
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="p-2 font-medium">
        {name}
      </th>
      {(['mine', 'theirs'] as const).map((one) => (
        <td key={one} className="p-1">
          {onChoose ? (
            <button
              type="button"
              aria-pressed={side === one}
              aria-label={`${one === 'mine' ? 'Keep mine' : 'Take theirs'}: ${name}, ${difference[one] || 'empty'}`}
              onClick={() => onChoose(one)}
              className={classNames(
                'min-h-9 w-full rounded-control border px-2 py-1 text-left whitespace-pre-line',
                side === one ? 'border-accent bg-accent-tint' : 'border-line-strong hover:bg-tint',
              )}
            >
              {side === one ? '✓ ' : ''}
              {difference[one] || <em>empty</em>}
            </button>
          ) : (
            <span className="whitespace-pre-line">{difference[one] || <em>empty</em>}</span>
          )}
        </td>
      ))}
    </tr>
  );
}

function labelOf({ field }: Difference): string {
  if ('key' in field) return `${field.row}: ${rowPartLabels[field.name]}`;
  return fieldLabels[field.name];
}
