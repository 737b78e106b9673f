import type { ComponentProps } from 'react';
import { BareCheckBox } from '../../ui/check-box.tsx';
import { keepTextUnmarked } from './use-range.ts';

/** Selects a row of a table; see `useRange`. */
export function SelectRow({
  label,
  ...box
}: Omit<ComponentProps<typeof BareCheckBox>, 'className'> & {
  /** Such as 'Select order 1234'. */
  label: string;
}) {
  return (
    <label
      onMouseDown={keepTextUnmarked}
      className="grid size-11 cursor-pointer place-items-center lg:h-8 lg:w-full lg:min-w-6 compact:h-4"
    >
      <span className="sr-only">{label}</span>
      <BareCheckBox {...box} className="compact:size-3" />
    </label>
  );
}

/** Selects all rows that a table shows. Without script nothing can do that. */
export function SelectAll({ isOn, onChange }: { isOn: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="flex min-h-11 items-center gap-3 scriptless:hidden lg:min-h-9 lg:min-w-6 lg:justify-center compact:min-h-6">
      <BareCheckBox checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span className="font-normal whitespace-nowrap lg:sr-only">Select all shown</span>
    </label>
  );
}
