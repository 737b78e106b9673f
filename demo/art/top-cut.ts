import { d, round } from './path.ts';
import type { TopArt } from './spec.ts';

/** The measures of an upper garment, ten units to the centimeter, from the middle outwards. */
export interface TopCut {
  chest: number;
  waist: number;
  hem: number;
  shoulder: number;
  drop: number;
  armY: number;
  length: number;
  neckWidth: number;
  neckDepth: number;
  /** Right half of the body from the front neck to the middle of the hem. */
  half: string;
  neckCurve: string;
}

const fits = {
  slim: { chest: 206, waist: 186, hem: 204, shoulder: 180, drop: 40, armY: 205, length: 610 },
  regular: { chest: 236, waist: 230, hem: 236, shoulder: 203, drop: 46, armY: 218, length: 655 },
  boxy: { chest: 258, waist: 256, hem: 254, shoulder: 222, drop: 50, armY: 232, length: 640 },
  loose: { chest: 282, waist: 280, hem: 276, shoulder: 246, drop: 62, armY: 250, length: 665 },
};

const necks: Record<TopArt['neck'], readonly [width: number, depth: number]> = {
  crew: [84, 66],
  vee: [82, 150],
  scoop: [96, 134],
  boat: [128, 46],
  roll: [68, 26],
  mock: [76, 34],
  shirt: [76, 62],
  band: [76, 68],
  polo: [78, 66],
  hood: [88, 88],
  lapel: [76, 250],
  cardigan: [80, 268],
};

function neckline(neck: TopArt['neck'], width: number, depth: number): string {
  if (neck === 'vee') return d`C${8} ${depth - 14} ${width - 16} ${48} ${width} ${0}`;
  if (neck === 'lapel' || neck === 'cardigan') {
    return d`C${12} ${depth - 34} ${width - 18} ${80} ${width} ${0}`;
  }
  if (neck === 'boat')
    return d`C${width * 0.5} ${depth} ${width * 0.82} ${depth * 0.6} ${width} ${0}`;
  return d`C${width * 0.5} ${depth} ${width * 0.9} ${depth * 0.66} ${width} ${0}`;
}

export function cutOf(art: TopArt): TopCut {
  const fit = fits[art.fit ?? 'regular'];
  const [neckWidth, neckDepth] = necks[art.neck];
  const length = fit.length * (art.length ?? 1);
  const bare = art.sleeve === 'none';
  const shoulder = bare ? Math.min(fit.shoulder - 34, neckWidth + 74) : fit.shoulder;
  const { chest, waist, drop, armY } = fit;
  const rib = art.hem === 'rib';
  const flare = length > 760 ? 24 : 0;
  const hem = rib ? fit.hem - 26 : fit.hem + flare;
  const curve = neckline(art.neck, neckWidth, neckDepth);
  const armhole = bare
    ? d`C${shoulder - 14} ${drop + 78} ${shoulder - 2} ${armY - 34} ${chest} ${armY + 8}`
    : d`C${shoulder - 18} ${drop + 66} ${shoulder - 12} ${armY - 44} ${chest} ${armY}`;
  const mid = armY + (length - armY) * 0.42;
  const side = rib
    ? d`C${waist + 4} ${mid} ${waist + 12} ${length - 90} ${hem} ${length - 44} L${hem - 2} ${length}`
    : d`C${waist - 2} ${mid - 40} ${waist} ${mid + 30} ${hem} ${length - 8}`;
  const bottom =
    art.hem === 'curved'
      ? d`C${hem - 10} ${length + 6} ${hem - 70} ${length + 46} ${0} ${length + 54}`
      : d`C${hem * 0.6} ${length + 6} ${hem * 0.3} ${length + 8} ${0} ${length + 8}`;
  const lift =
    art.hem === 'curved'
      ? side.replace(String(round(length - 8)), String(round(length - 34)))
      : side;
  return {
    chest,
    waist,
    hem,
    shoulder,
    drop,
    armY,
    length,
    neckWidth,
    neckDepth,
    neckCurve: curve,
    half: `${d`M0 ${neckDepth}`}${curve}${d`L${shoulder} ${drop}`}${armhole}${lift}${bottom}`,
  };
}

export interface SleeveCut {
  path: string;
  cuff: string;
  cuffLine: string;
  folds: string;
  ridges: string;
  /** Degrees by which patterns turn to stay square to the arm. */
  angle: number;
}

const arms = {
  cap: { length: 90, angle: 30, width: 150 },
  short: { length: 198, angle: 39, width: 146 },
  half: { length: 290, angle: 52, width: 140 },
  long: { length: 592, angle: 74.5, width: 88 },
};

/** The right sleeve; its upper edge starts on the shoulder and the body covers its root. */
export function sleeveOf(art: TopArt, cut: TopCut): SleeveCut | undefined {
  if (art.sleeve === 'none') return undefined;
  const arm = arms[art.sleeve];
  const rib = art.cuff === 'rib';
  const band = rib ? 46 : art.cuff === 'shirt' ? 50 : 22;
  const loose = art.fit === 'loose' ? 14 : art.fit === 'slim' ? -12 : 0;
  const width = arm.width + loose;
  const theta = (arm.angle * Math.PI) / 180;
  const [ux, uy] = [Math.cos(theta), Math.sin(theta)];
  const at = (along: number, across: number): [number, number] => [
    round(cut.shoulder + ux * along - uy * across),
    round(cut.drop + uy * along + ux * across),
  ];
  const pinch = rib ? 9 : 0;
  const [outer, inner] = [at(arm.length, pinch), at(arm.length, width - pinch)];
  const [outerBand, innerBand] = [at(arm.length - band, 0), at(arm.length - band, width)];
  const long = art.sleeve === 'long';
  const shoulderBend = long ? [cut.shoulder + 44, cut.drop + 26] : at(arm.length * 0.35, -6);
  const elbow = at(arm.length * 0.62, long ? -14 : -3);
  const under = at(arm.length * 0.62, width + (long ? 14 : 4));
  const root = d`L${cut.chest - 70} ${cut.armY + 4} L${cut.shoulder - 70} ${cut.drop + 40} Z`;
  const path =
    `M${cut.shoulder} ${cut.drop}C${shoulderBend.join(' ')} ${elbow.join(' ')} ${outerBand.join(' ')}` +
    `L${outer.join(' ')}L${inner.join(' ')}L${innerBand.join(' ')}` +
    `C${under.join(' ')} ${cut.chest + (long ? 16 : 6)} ${cut.armY + (long ? 96 : 22)} ${cut.chest} ${cut.armY}${root}`;
  const cuff = `M${outerBand.join(' ')}L${outer.join(' ')}L${inner.join(' ')}L${innerBand.join(' ')}Z`;
  const fold = (a: number, b: number, c: number, e: number) =>
    `M${at(arm.length * a, width * b).join(' ')}Q${at(arm.length * ((a + c) / 2), width * (b + 0.1)).join(' ')} ${at(arm.length * c, width * e).join(' ')}`;
  return {
    path,
    cuff,
    cuffLine: `M${outerBand.join(' ')}L${innerBand.join(' ')}`,
    folds: long
      ? fold(0.2, 0.75, 0.52, 0.5) +
        fold(0.42, 0.2, 0.6, 0.7) +
        fold(0.62, 0.7, 0.88, 0.45) +
        fold(0.84, 0.25, 0.9, 0.6)
      : fold(0.25, 0.7, 0.85, 0.6),
    ridges: long
      ? fold(0.1, 0.3, 0.5, 0.25) + fold(0.52, 0.35, 0.86, 0.3)
      : fold(0.1, 0.3, 0.8, 0.3),
    angle: arm.angle - 90,
  };
}
