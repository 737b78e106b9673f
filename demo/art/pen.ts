/** Collects the definitions of one drawing, so that equal ones are written once. */
export class Pen {
  private readonly ids = new Map<string, string>();

  define(tag: string, attributes: string, content: string): string {
    const key = `${tag}|${attributes}|${content}`;
    const known = this.ids.get(key);
    if (known) return known;
    const id = `d${this.ids.size}`;
    this.ids.set(key, id);
    return id;
  }

  markup(): string {
    return [...this.ids]
      .map(([key, id]) => {
        const [tag, attributes, ...content] = key.split('|');
        return `<${tag} id="${id}" ${attributes}>${content.join('|')}</${tag}>`;
      })
      .join('');
  }

  clip(d: string): string {
    return `url(#${this.define('clipPath', '', `<path d="${d}"/>`)})`;
  }

  /** The region is given in user units: boxes of straight lines would be empty. */
  blur(deviation: number): string {
    const region = 'filterUnits="userSpaceOnUse" x="-460" y="-620" width="1400" height="1800"';
    const content = `<feGaussianBlur stdDeviation="${deviation}"/>`;
    return `url(#${this.define('filter', region, content)})`;
  }

  /** A gradient along the light, by default from upper left to lower right. */
  linear(stops: readonly Stop[], [x1, y1, x2, y2]: readonly number[] = [0, 0, 1, 1]): string {
    const ends = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`;
    return `url(#${this.define('linearGradient', ends, stops.map(stopMarkup).join(''))})`;
  }

  radial(stops: readonly Stop[], [cx, cy, r]: readonly number[] = [0.5, 0.5, 0.5]): string {
    const circle = `cx="${cx}" cy="${cy}" r="${r}"`;
    return `url(#${this.define('radialGradient', circle, stops.map(stopMarkup).join(''))})`;
  }
}

type Stop = readonly [offset: number, color: string, opacity?: number];

function stopMarkup([offset, color, opacity = 1]: Stop): string {
  return `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`;
}
