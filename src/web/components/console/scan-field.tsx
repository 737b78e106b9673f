import ScanBarcode from 'lucide-react/icons/scan-barcode';
import type { Ref } from 'react';
import { useId } from 'react';
import { LONGEST_CODE } from '#shared/product-limits.ts';

/** A field that a barcode scanner types into: a code, then Enter. Without script it is a search. */
export function ScanField({
  label,
  ref,
  onScan,
}: {
  label: string;
  ref: Ref<HTMLInputElement>;
  onScan: (code: string) => void;
}) {
  const id = useId();
  return (
    <form
      method="get"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem('scan');
        if (!(field instanceof HTMLInputElement)) return;
        const code = field.value.trim();
        field.value = '';
        if (code) onScan(code);
      }}
      className="flex max-w-md grow items-center gap-2"
    >
      <label htmlFor={id} className="flex shrink-0 items-center gap-2 text-sm font-semibold">
        <ScanBarcode aria-hidden="true" className="size-5 shrink-0" />
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        name="scan"
        maxLength={LONGEST_CODE}
        enterKeyHint="search"
        spellCheck={false}
        className="h-11 w-48 min-w-0 flex-1 rounded-control border border-line-strong bg-surface px-2 text-base md:h-9 md:text-sm compact:h-7"
      />
    </form>
  );
}
