import { hexOf } from './colour-names.ts';

/** A dot of a colour; whoever shows it says its name beside it. */
export function ColourDot({ name, className }: { name: string; className?: string }) {
  const hex = hexOf(name);
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={className ?? 'size-4 shrink-0'}>
      <circle
        cx="8"
        cy="8"
        r="7"
        fill={hex ?? 'none'}
        stroke="currentColor"
        strokeOpacity={hex ? 0.35 : 1}
        strokeDasharray={hex ? undefined : '3 2'}
      />
    </svg>
  );
}

/** The colours that a product comes in, as a list shows them: dots with names for everyone. */
export function ColourList({ colours }: { colours: string[] }) {
  if (colours.length === 0) return null;
  return (
    <ul aria-label="Colours" className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-soft">
      {colours.map((colour) => (
        <li key={colour} className="flex items-center gap-1.5">
          <ColourDot name={colour} className="size-3.5 shrink-0" />
          {colour}
        </li>
      ))}
    </ul>
  );
}
