import { type ReactNode, useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { ColorDot } from './color-swatch.tsx';
import type { ProductToBuy } from './product-card-view.ts';
import { type Choice, type OptionState, optionState } from './variant-choice.ts';

/** Color, size and third option of a product, where it has them. */
export function VariantPicker({
  product,
  choice,
  missing,
  onChoose,
}: {
  product: Pick<ProductToBuy, 'variants' | 'colors' | 'sizes' | 'options' | 'optionName'>;
  choice: Choice;
  /** The option that must be chosen first. */
  missing: keyof Choice | null;
  onChoose: (choice: Choice) => void;
}) {
  const { variants, optionName } = product;
  return (
    <>
      <OptionGroup
        legend="Colour"
        name="color"
        options={product.colors}
        chosen={choice.color}
        stateOf={(color) => optionState(variants, { color })}
        onChoose={(color) => onChoose({ ...choice, color })}
        error={missing === 'color' ? 'Please choose a colour first.' : null}
        withDots
      />
      <OptionGroup
        legend="Size"
        name="size"
        options={product.sizes}
        chosen={choice.size}
        stateOf={(size) => optionState(variants, { color: choice.color, size })}
        onChoose={(size) => onChoose({ ...choice, size })}
        error={missing === 'size' ? 'Please choose a size first.' : null}
      />
      <OptionGroup
        legend={optionName}
        name="option"
        options={product.options}
        chosen={choice.option}
        stateOf={(option) => optionState(variants, { ...choice, option })}
        onChoose={(option) => onChoose({ ...choice, option })}
        error={missing === 'option' ? `Please choose ${optionName} first.` : null}
      />
    </>
  );
}

/**
 * A group of option buttons (sizes, colors, lengths), made of radio buttons; nothing for a product without
 * the option.
 */
function OptionGroup({
  legend,
  name,
  options,
  chosen,
  stateOf,
  onChoose,
  error,
  withDots = false,
}: {
  legend: string;
  name: string;
  options: string[];
  chosen: string | null;
  stateOf: (option: string) => OptionState;
  onChoose: (option: string) => void;
  error?: string | null;
  withDots?: boolean;
}) {
  const errorId = useId();
  if (options.length === 0) return null;
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 text-[0.9375rem] font-semibold">
        {legend}
        {chosen ? <span className="font-normal text-ink-soft">: {chosen}</span> : null}
      </legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <Option
            key={option}
            name={name}
            value={option}
            checked={option === chosen}
            state={stateOf(option)}
            onChoose={onChoose}
            invalid={Boolean(error)}
          >
            {withDots ? <ColorDot name={option} /> : null}
            {option}
          </Option>
        ))}
      </div>
      {error ? (
        <p id={errorId} role="alert" className="mt-2 text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

function Option({
  name,
  value,
  checked,
  state,
  onChoose,
  invalid,
  children,
}: {
  name: string;
  value: string;
  checked: boolean;
  state: OptionState;
  onChoose: (option: string) => void;
  invalid: boolean;
  children: ReactNode;
}) {
  return (
    <label
      className={classNames(
        'relative flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control border px-3.5 transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent',
        'has-checked:border-ink has-checked:bg-ink has-checked:text-ground',
        state === 'never-made'
          ? 'cursor-not-allowed border-dashed border-line text-ink-soft'
          : 'bg-surface hover:border-ink',
        state !== 'never-made' && (invalid ? 'border-danger' : 'border-line-strong'),
        state === 'sold-out' && 'text-ink-soft line-through',
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        required
        disabled={state === 'never-made' && !checked}
        onChange={() => onChoose(value)}
        className="sr-only"
      />
      {children}
      {state === 'sold-out' ? <span className="sr-only"> (sold out)</span> : null}
      {state === 'never-made' ? <span className="sr-only"> (not made)</span> : null}
    </label>
  );
}
