/**
 * A whole number as people write it: 1204567 becomes '1,204,567'. By hand, because the browser's own
 * formats take a phone a tenth of a second to load.
 */
export function withThousands(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}
