import { cloth, line, seam, stitch } from './cloth.ts';
import { mix, shade } from './color.ts';
import { button } from './fronts.ts';
import { d, mirror, symmetric } from './path.ts';
import type { Pen } from './pen.ts';
import type { Piece } from './piece.ts';
import type { TrousersArt } from './spec.ts';
import { paintOf } from './tint.ts';

interface LegCut {
  waist: number;
  hip: number;
  crotch: number;
  length: number;
  knee: number;
  /** The hem from the inner to the outer edge of the leg. */
  inner: number;
  outer: number;
}

const cuts: Record<TrousersArt['cut'], LegCut> = {
  straight: { waist: 172, hip: 214, crotch: 292, length: 1010, knee: 222, inner: 62, outer: 226 },
  wide: { waist: 156, hip: 218, crotch: 300, length: 1040, knee: 268, inner: 44, outer: 312 },
  tapered: { waist: 172, hip: 224, crotch: 296, length: 980, knee: 226, inner: 84, outer: 208 },
  shorts: { waist: 182, hip: 232, crotch: 280, length: 500, knee: 258, inner: 24, outer: 268 },
  sport: { waist: 182, hip: 240, crotch: 262, length: 450, knee: 272, inner: 20, outer: 288 },
};

function legFolds({ hip, crotch, length, inner, outer, knee }: LegCut) {
  const middle = (inner + outer) / 2;
  return {
    folds:
      d`M8 ${crotch - 20}Q${hip * 0.4} ${crotch - 10} ${hip * 0.72} ${crotch - 74}` +
      d`M10 ${crotch + 8}Q${hip * 0.3} ${crotch + 50} ${hip * 0.52} ${crotch + 30}` +
      d`M${knee * 0.42} ${length * 0.6}Q${knee * 0.7} ${length * 0.63} ${knee * 0.9} ${length * 0.6}` +
      d`M${inner + 26} ${length - 60}Q${middle} ${length - 120} ${outer - 22} ${length - 96}`,
    ridges: d`M${hip * 0.55} ${60}Q${middle * 0.98} ${crotch} ${middle} ${length - 60}`,
  };
}

function waistband(pen: Pen, art: TrousersArt, { waist }: LegCut, fill: string): string {
  const elastic = art.detail === 'drawstring' || art.cut === 'sport';
  const inside = mix(shade(fill, -0.14), '#1a1420', 0.2);
  const back = symmetric(
    d`M0 ${-14}C${waist * 0.5} ${-14} ${waist * 0.9} ${-8} ${waist} 0L${waist} 22L0 30`,
  );
  const band = symmetric(
    d`M0 ${10}C${waist * 0.5} ${10} ${waist * 0.9} ${4} ${waist} ${-2}L${waist + 7} ${46}C${waist * 0.9} 52 ${waist * 0.5} 56 0 56`,
  );
  const loops = elastic
    ? ''
    : [-0.72, -0.34, 0.34, 0.72]
        .map((at) => {
          const x = waist * at;
          return cloth(pen, d`M${x - 7} 2L${x + 7} 2L${x + 7} 60L${x - 7} 60Z`, {
            fill,
            volume: 5,
            crease: 0,
          });
        })
        .join('');
  const cord = (side: number) =>
    d`M${side * 12} 34C${side * 40} 80 ${side * 12} 120 ${side * 26} 166`;
  const cords = elastic
    ? [cord(-1), cord(1)]
        .map(
          (path) =>
            line(path, { color: '#1a1420', width: 7, opacity: 0.22 }) +
            line(path, { color: shade(fill, 0.18), width: 5, opacity: 1 }),
        )
        .join('')
    : button(0, 32, 9, fill);
  return (
    `<path d="${back}" fill="${inside}"/>` +
    cloth(pen, band, { fill, volume: 12, crease: 0, weave: elastic ? 'rib' : undefined }) +
    loops +
    cords
  );
}

function details(pen: Pen, art: TrousersArt, cut: LegCut, fill: string): string {
  const { waist, hip, crotch, length, knee } = cut;
  const thread = art.detail === 'jeans' ? '#c4935a' : undefined;
  const both = (path: string, draw: (path: string) => string) => draw(path) + draw(mirror(path));
  const sew = (path: string) => stitch(path, fill, thread);
  const groove = (path: string) => seam(path, fill, 0.7);
  const fly =
    art.detail === 'drawstring' || art.cut === 'sport'
      ? ''
      : groove(d`M0 56L0 ${crotch}`) + sew(d`M34 58C34 ${150} 30 ${196} 2 ${216}`);
  const slant = d`M${waist * 0.62} 56C${waist * 0.72} ${120} ${waist * 0.9} ${170} ${hip - 3} ${206}`;
  switch (art.detail) {
    case 'jeans': {
      const mouth = d`M${waist * 0.42} 56C${waist * 0.44} ${112} ${waist * 0.74} ${134} ${hip * 0.965} ${128}`;
      const double = d`M${waist * 0.36} 57C${waist * 0.38} ${120} ${waist * 0.72} ${144} ${hip * 0.965} ${138}`;
      const side = d`M${hip - 12} ${150}C${knee - 10} ${crotch + 60} ${knee - 14} ${length * 0.7} ${cut.outer - 14} ${length - 8}`;
      const rivets = [waist * 0.42, hip * 0.86]
        .flatMap((x, i) =>
          [x, -x].map(
            (at) =>
              `<circle cx="${at}" cy="${i === 0 ? 66 : 124}" r="4.4" fill="#b9824e" stroke="#6d4627" stroke-width="1"/>`,
          ),
        )
        .join('');
      const worn = `<g filter="${pen.blur(26)}" opacity="0.34"><path d="${d`M${hip * 0.56} ${190}L${(cut.inner + cut.outer) / 2} ${length * 0.72}`}" stroke="${shade(fill, 0.2)}" stroke-width="70"/><path d="${d`M${-hip * 0.56} ${190}L${-(cut.inner + cut.outer) / 2} ${length * 0.72}`}" stroke="${shade(fill, 0.2)}" stroke-width="70"/></g>`;
      return worn + fly + both(mouth, groove) + both(double, sew) + both(side, sew) + rivets;
    }
    case 'pleat': {
      const crease = d`M${waist * 0.5} 58C${waist * 0.62} ${crotch} ${(cut.inner + cut.outer) / 2} ${length * 0.6} ${(cut.inner + cut.outer) / 2} ${length - 4}`;
      const second = d`M${waist * 0.74} 57C${waist * 0.8} ${110} ${waist * 0.86} ${150} ${waist * 0.92} ${200}`;
      return (
        fly +
        both(crease, (path) => seam(path, fill, 0.85)) +
        both(second, groove) +
        both(slant, groove)
      );
    }
    case 'cargo': {
      const [x, y] = [knee * 0.66, length * 0.5];
      const bag = d`M${x - 58} ${y}L${x + 66} ${y - 6}L${x + 68} ${y + 140}L${x - 52} ${y + 144}Z`;
      const lid = d`M${x - 62} ${y - 12}L${x + 70} ${y - 18}L${x + 70} ${y + 34}L${x - 60} ${y + 40}Z`;
      const knees = d`M${cut.inner - 8} ${length * 0.73}L${cut.outer + 4} ${length * 0.725}`;
      return (
        fly +
        both(slant, groove) +
        both(knees, groove) +
        both(bag, (path) => cloth(pen, path, { fill, volume: 12, crease: 0 })) +
        both(lid, (path) => cloth(pen, path, { fill, volume: 9, crease: 0 }))
      );
    }
    case 'drawstring':
      return both(slant, groove) + groove(d`M0 56L0 ${crotch}`);
    default:
      return fly + both(slant, groove);
  }
}

export function drawTrousers(pen: Pen, art: TrousersArt, color: string): Piece {
  const cut = cuts[art.cut];
  const { waist, hip, crotch, length, knee, inner, outer } = cut;
  const half = d`M0 24C${waist * 0.5} 24 ${waist * 0.9} 20 ${waist + 4} 16C${waist + 14} ${90} ${hip - 4} ${150} ${hip} ${210}C${hip + 6} ${crotch + 60} ${knee} ${length * 0.62} ${outer} ${length - 4}C${outer - 40} ${length + 5} ${inner + 40} ${length + 7} ${inner} ${length}C${inner - 8} ${length * 0.7} ${16} ${crotch + 90} 0 ${crotch}`;
  const body = symmetric(half);
  const { folds, ridges } = legFolds(cut);
  const stripe =
    art.cut === 'sport'
      ? [1, -1]
          .map(
            (side) =>
              `<path d="${d`M${side * (hip - 12)} 30C${side * (hip + 2)} ${150} ${side * (knee - 6)} ${length * 0.6} ${side * (outer - 20)} ${length + 20}`}" fill="none" stroke="${paintOf(color)(art.trim ?? 'Chalk')}" stroke-width="20"/>`,
          )
          .join('')
      : '';
  const hem = d`M${inner + 4} ${length - 26}C${inner + 50} ${length - 20} ${outer - 40} ${length - 22} ${outer - 5} ${length - 30}`;
  const rise = length > 600 ? 1 : 0.9;
  const markup = [
    cloth(pen, body, {
      fill: color,
      overlays: stripe ? [stripe] : [],
      folds: folds + mirror(folds),
      ridges: ridges + mirror(ridges),
      volume: 36 * rise,
      crease: 6,
    }),
    seam(d`M0 ${crotch - 40}L0 ${crotch}`, color),
    details(pen, art, cut, color),
    stitch(hem, color, art.detail === 'jeans' ? '#c4935a' : undefined),
    stitch(mirror(hem), color, art.detail === 'jeans' ? '#c4935a' : undefined),
    waistband(pen, art, cut, color),
  ].join('');
  const reach = Math.max(hip, outer, knee) + 4;
  return { markup, box: { x: -reach, y: -14, width: reach * 2, height: length + 22 } };
}
