import { hexOf } from './color-names.ts';

/** A dot of a color, for use beside the color's name. */
export function ColorDot({ name, className }: { name: string; className?: string }) {
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

/** The colors of a product in a list: dots, with names for screen readers. */
export function ColorList({
  colors,
  shown = null,
}: {
  colors: string[];
  /** The color that the product's image shows. */
  shown?: string | null;
}) {
  if (colors.length === 0) return null;
  return (
    <ul
      aria-label="Colours"
      className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-soft dense:gap-x-2 dense:gap-y-0.5 dense:text-xs"
    >
      {colors.map((color) => (
        <li
          key={color}
          aria-current={color === shown || undefined}
          className="flex items-center gap-1.5 aria-[current]:font-semibold aria-[current]:text-ink dense:gap-1"
        >
          <ColorDot name={color} className="size-3.5 shrink-0 dense:size-3" />
          {color}
        </li>
      ))}
    </ul>
  );
}
