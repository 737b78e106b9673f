/** The two sizes of screen on which every line of the specification is looked at. */
export const WIDTHS = [
  { name: 'phone', viewport: { width: 390, height: 844 }, isWide: false },
  { name: 'desktop', viewport: { width: 1280, height: 900 }, isWide: true },
];
