/** Paths use only absolute M, L, C, Q and Z, so that they are easy to mirror. */

interface Segment {
  command: string;
  points: number[];
}

function parse(d: string): Segment[] {
  return [...d.matchAll(/([MLCQZ])([^MLCQZ]*)/g)].map(([, command = '', rest = '']) => ({
    command,
    points: (rest.match(/-?[\d.]+/g) ?? []).map(Number),
  }));
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The same path on the other side of the axis x = 0. */
export function mirror(d: string): string {
  return parse(d)
    .map(({ command, points }) => {
      const flipped = points.map((value, index) => (index % 2 === 0 ? -value : value));
      return `${command}${flipped.map(round).join(' ')}`;
    })
    .join('');
}

/** `right` runs from the top of the axis to its bottom; its mirror image closes the shape. */
export function symmetric(right: string): string {
  const segments = parse(right);
  const back: string[] = [];
  for (let index = segments.length - 1; index > 0; index -= 1) {
    const { command, points } = segments[index] as Segment;
    const before = (segments[index - 1] as Segment).points.slice(-2);
    const pairs: number[][] = [];
    for (let at = points.length - 4; at >= 0; at -= 2) pairs.push(points.slice(at, at + 2));
    pairs.push(before);
    const flipped = pairs.flatMap(([x = 0, y = 0]) => [round(-x), round(y)]);
    back.push(`${command}${flipped.join(' ')}`);
  }
  return `${right}${back.join('')}Z`;
}

/** Template tag that rounds numbers, so drawings stay readable and small. */
export function d(parts: TemplateStringsArray, ...values: number[]): string {
  return parts.reduce((text, part, index) => {
    const value = values[index];
    return text + part + (value === undefined ? '' : round(value));
  }, '');
}
