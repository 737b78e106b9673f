import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import X from 'lucide-react/icons/x';
import { type ChangeEvent, useState } from 'react';
import { Form } from 'react-router';
import { type Boost, boostKinds, MOST_STEPS } from '#features/catalog/search.schema.ts';
import { MAX_BOOSTS, type NamedBoost } from '#features/merchandising/pins.schema.ts';
import { LONGEST_BOOST_VALUE } from '#shared/field-lengths.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { ValueInput } from '../../../components/console/value-input.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { describeSteps } from './describe-steps.ts';

/** What the form of a new boost adds. A product is found by its name. */
const newKinds = ['category', 'brand', 'tag'] as const;
type NewKind = (typeof newKinds)[number];

/** What moves up or down in a search, and the form of a new boost. */
export function Boosts({
  boosts,
  categories,
}: {
  boosts: NamedBoost[];
  /** The names of the shop's categories. */
  categories: string[];
}) {
  return (
    <section aria-labelledby="boosts" className="border-t border-line pt-4">
      <h2 id="boosts" className="font-sans font-semibold">
        Boosts
      </h2>
      <p className="mb-3 text-sm text-ink-soft">
        A step up counts the words of a product twice as much, a step down half as much. Nothing is
        added or left out, what is in stock stays before what is not, and pinned products stay
        first. A product moves by {MOST_STEPS} steps at most.
      </p>
      {boosts.length > 0 ? <BoostList boosts={boosts} /> : null}
      {boosts.length < MAX_BOOSTS ? (
        <NewBoost boosts={boosts} categories={categories} />
      ) : (
        <p className="text-ink-soft">{MAX_BOOSTS} boosts are the most there can be.</p>
      )}
    </section>
  );
}

/** What a form was made from, so that the server knows when somebody else changed it. */
export function ShownBoosts({ boosts }: { boosts: Boost[] }) {
  const rows = boosts.map(({ kind, value, steps }) => [kind, value, steps]);
  return <input type="hidden" name="shownBoosts" value={JSON.stringify(rows)} />;
}

function BoostList({ boosts }: { boosts: NamedBoost[] }) {
  return (
    <Form method="post" preventScrollReset className="mb-4">
      <ShownBoosts boosts={boosts} />
      <ul aria-label="Boosts" className="divide-y divide-line rounded-card border border-line">
        {boosts.map((boost, nr) => (
          <BoostRow key={`${boost.kind}:${boost.value}`} boost={boost} nr={nr} />
        ))}
      </ul>
    </Form>
  );
}

function BoostRow({ boost: { kind, name, steps }, nr }: { boost: NamedBoost; nr: number }) {
  const shown = name ?? 'Not there any more';
  const button = (action: 'raise' | 'lower' | 'drop', label: string, isEnd = false) => ({
    small: true,
    type: 'submit' as const,
    name: action,
    value: String(nr),
    label: `${label} ${shown}`,
    // At the last step the button keeps the focus, and changes nothing.
    'aria-disabled': isEnd,
    className: 'aria-disabled:opacity-40',
  });
  return (
    <li className="flex min-h-12 items-center gap-3 bg-surface px-3 py-1 first:rounded-t-card last:rounded-b-card">
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-semibold">{shown}</span>{' '}
        <span className="text-sm text-ink-soft">{boostKinds[kind]}</span>
        <span className="block text-sm">{describeSteps(steps)}</span>
      </span>
      <span className="flex shrink-0">
        <IconButton {...button('raise', 'Raise', steps === MOST_STEPS)}>
          <ArrowUp aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton {...button('lower', 'Lower', steps === -MOST_STEPS)}>
          <ArrowDown aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton {...button('drop', 'Remove the boost of')}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </span>
    </li>
  );
}

function NewBoost({ boosts, categories }: { boosts: NamedBoost[]; categories: string[] }) {
  const [kind, setKind] = useState<NewKind>('category');
  return (
    <Form
      key={boosts.length}
      method="post"
      preventScrollReset
      aria-label="Add a boost"
      className="flex flex-wrap items-end gap-2"
    >
      <ShownBoosts boosts={boosts} />
      <div>
        <label htmlFor="boost-kind" className={DENSE_LABEL}>
          What
        </label>
        <select
          id="boost-kind"
          name="kind"
          value={kind}
          onChange={({ target }) => setKind(target.value as NewKind)}
          className={DENSE_CONTROL}
        >
          {newKinds.map((one) => (
            <option key={one} value={one}>
              {boostKinds[one]}
            </option>
          ))}
        </select>
      </div>
      <div className="min-w-40 flex-1">
        <label htmlFor="boost-value" className={DENSE_LABEL}>
          Name
        </label>
        <BoostValue kind={kind} categories={categories} />
      </div>
      <div>
        <label htmlFor="boost-steps" className={DENSE_LABEL}>
          Moves
        </label>
        <select id="boost-steps" name="steps" defaultValue={1} className={DENSE_CONTROL}>
          {[3, 2, 1, -1, -2, -3].map((steps) => (
            <option key={steps} value={steps}>
              {describeSteps(steps)}
            </option>
          ))}
        </select>
      </div>
      <Button className={DENSE_BUTTON}>Add the boost</Button>
    </Form>
  );
}

/** The name of a category, or of a brand or tag, of which the shop offers those that begin so. */
function BoostValue({ kind, categories }: { kind: NewKind; categories: string[] }) {
  // What was typed stays when another kind is chosen.
  const [value, setValue] = useState('');
  const field = {
    ...{ id: 'boost-value', name: 'value', required: true, maxLength: LONGEST_BOOST_VALUE, value },
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setValue(target.value),
    className: DENSE_CONTROL,
  };
  if (kind !== 'category') return <ValueInput kind={kind} {...field} />;
  return (
    <>
      <input {...field} list="boost-categories" autoComplete="off" />
      <datalist id="boost-categories">
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
