/** The size and color of a variant, for people: 'M / Navy'. */
export function optionsOf({ size, color }: { size: string | null; color: string | null }): string {
  return [size, color].filter(Boolean).join(' / ');
}
