import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useId } from 'react';
import { IconButton } from './button.tsx';

interface CounterProps {
  label: string;
  name: string;
  value: number;
  onPlus: () => void;
  onMinus: () => void;
  /** Called when a number was typed. */
  onChange: (value: number) => void;
  min: number;
  max: number;
}

/** A number with minus and plus; without script it is a plain number field. */
export function Counter({ label, name, value, onPlus, onMinus, onChange, min, max }: CounterProps) {
  const id = useId();
  const within = (number: number) => Math.min(max, Math.max(min, number));
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className="inline-flex items-center rounded-control border border-line-strong bg-surface">
        <IconButton
          label={`${label}: one less`}
          className="scriptless:hidden"
          disabled={value <= min}
          onClick={onMinus}
        >
          <Minus aria-hidden="true" className="size-4" />
        </IconButton>
        <input
          id={id}
          name={name}
          type="number"
          inputMode="numeric"
          autoComplete="off"
          min={min}
          max={max}
          step={1}
          required
          value={value}
          onChange={(event) => onChange(within(Math.trunc(event.target.valueAsNumber || 0)))}
          className="h-11 w-12 [appearance:textfield] rounded-control bg-transparent text-center tabular-nums scriptless:w-20 [&::-webkit-inner-spin-button]:appearance-none"
        />
        <IconButton
          label={`${label}: one more`}
          className="scriptless:hidden"
          disabled={value >= max}
          onClick={onPlus}
        >
          <Plus aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}
