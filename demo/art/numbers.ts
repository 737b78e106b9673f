/** Block digits on a 100 by 150 field, drawn as one thick line each. */
const strokes: Record<string, string> = {
  '0': 'M34 16L66 16L84 34L84 116L66 134L34 134L16 116L16 34Z',
  '1': 'M28 40L54 16L54 134M26 134L82 134',
  '2': 'M16 44L16 34L34 16L66 16L84 34L84 58L16 122L16 134L86 134',
  '3': 'M16 38L34 16L66 16L84 34L84 60L66 75L42 75M66 75L84 90L84 116L66 134L34 134L16 114',
  '4': 'M66 142L66 16L14 96L14 104L90 104',
  '5': 'M82 16L20 16L20 68L64 68L84 86L84 116L66 134L34 134L16 116',
  '6': 'M82 34L66 16L34 16L16 34L16 116L34 134L66 134L84 116L84 88L66 70L16 70',
  '7': 'M14 16L84 16L84 30L44 142',
  '8': 'M34 16L66 16L82 32L82 58L66 73L34 73L18 58L18 32ZM34 73L16 90L16 116L34 134L66 134L84 116L84 90L66 73',
  '9': 'M18 116L34 134L66 134L84 116L84 34L66 16L34 16L16 34L16 62L34 80L84 80',
};

export function number(
  text: string,
  x: number,
  y: number,
  height: number,
  fill: string,
  edge: string,
) {
  const scale = height / 150;
  const wide = text.length * 118 - 18;
  const paths = [...text].map(
    (digit, index) => `<path transform="translate(${index * 118} 0)" d="${strokes[digit] ?? ''}"/>`,
  );
  const layer = (color: string, width: number) =>
    `<g fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="miter" stroke-miterlimit="2" stroke-linecap="square">${paths.join('')}</g>`;
  return (
    `<g transform="translate(${x - (wide * scale) / 2} ${y}) scale(${scale})" opacity="0.94">` +
    `${layer(edge, 35)}${layer(fill, 24)}</g>`
  );
}
