/** Size runs shared by several products. */
export const letters = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const;
export const core = ['S', 'M', 'L', 'XL'] as const;
export const small = ['XS', 'S', 'M', 'L'] as const;
export const wide = ['S', 'M', 'L', 'XL', 'XXL'] as const;
export const strap = ['S/M', 'M/L'] as const;

/** EU shoe sizes from `first` to `last`. */
export function eu(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, step) => String(first + step));
}
