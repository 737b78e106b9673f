import { cloth, line, stitch } from './cloth.ts';
import { isLight, shade } from './color.ts';
import { front, pockets } from './fronts.ts';
import { neckBehind, neckFront } from './necks.ts';
import { number } from './numbers.ts';
import { d, mirror, symmetric } from './path.ts';
import { repeat } from './patterns.ts';
import type { Pen } from './pen.ts';
import type { Piece } from './piece.ts';
import { placedOnBody, placedOnSleeve } from './placed.ts';
import type { TopArt } from './spec.ts';
import { type Paint, paintOf } from './tint.ts';
import { cutOf, type SleeveCut, sleeveOf, type TopCut } from './top-cut.ts';

function sleeve(
  pen: Pen,
  art: TopArt,
  cut: SleeveCut,
  side: 'left' | 'right',
  paint: Paint,
): string {
  const fill = art.sleeves ? paint(art.sleeves) : paint('self');
  const ink = paint(art.pattern?.color ?? 'tone');
  const turn = side === 'right' ? cut.angle : -cut.angle;
  const flip = side === 'right' ? (path: string) => path : mirror;
  const tile = art.pattern?.name === 'bars' ? undefined : repeat(pen, art.pattern, fill, ink, turn);
  const placed = placedOnSleeve(art.pattern, ink, side);
  const overlays = art.sleeves ? [] : [tile, placed].filter((part) => part !== undefined);
  const weave = art.weave === 'cable' ? 'rib' : art.weave;
  const bands = art.pattern?.name === 'block' ? sleeveBands(cut, flip, ink) : '';
  const arm = cloth(pen, flip(cut.path), {
    fill,
    overlays: bands ? [...overlays, bands] : overlays,
    folds: flip(cut.folds),
    ridges: flip(cut.ridges),
    weave,
    angle: turn,
    crease: side === 'left' ? 4 : 9,
    volume: 30,
  });
  return arm + cuff(pen, art, cut, flip, turn, paint, overlays, fill);
}

function sleeveBands(cut: SleeveCut, flip: (path: string) => string, ink: string): string {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = (cut.cuffLine.match(/-?[\d.]+/g) ?? []).map(Number);
  // Bands run across the arm: back from the cuff along its direction.
  const [nx, ny] = [
    (y2 - y1) / Math.hypot(x2 - x1, y2 - y1),
    -(x2 - x1) / Math.hypot(x2 - x1, y2 - y1),
  ];
  const at = (back: number) =>
    d`M${x1 - nx * back + 40 * ny} ${y1 - ny * back - 40 * nx}L${x2 - nx * back - 40 * ny} ${y2 - ny * back + 40 * nx}`;
  const stroke = (back: number, width: number) =>
    `<path d="${flip(at(back))}" stroke="${ink}" stroke-width="${width}"/>`;
  return stroke(96, 58) + stroke(30, 18);
}

function cuff(
  pen: Pen,
  art: TopArt,
  cut: SleeveCut,
  flip: (path: string) => string,
  angle: number,
  paint: Paint,
  overlays: readonly string[],
  fill: string,
): string {
  switch (art.cuff) {
    case 'rib':
      return cloth(pen, flip(cut.cuff), {
        fill: shade(fill, -0.015),
        weave: 'rib',
        angle,
        volume: 16,
        crease: 0,
      });
    case 'trim':
      return cloth(pen, flip(cut.cuff), { fill: paint(art.trim ?? 'tone'), volume: 14, crease: 0 });
    case 'shirt':
      return cloth(pen, flip(cut.cuff), { fill, overlays, volume: 14, crease: 0 });
    default:
      return (
        stitch(flip(cut.cuffLine), fill) +
        line(flip(cut.cuffLine), { color: shade(fill, -0.2), width: 1, opacity: 0.3 })
      );
  }
}

function bodyFolds({ chest, armY, length, hem }: TopCut): { folds: string; ridges: string } {
  const low = length - 40;
  return {
    folds:
      d`M${-chest + 16} ${armY + 18}Q${-chest * 0.62} ${armY + 70} ${-chest * 0.3} ${armY + 196}` +
      d`M${chest - 14} ${armY + 16}Q${chest * 0.6} ${armY + 60} ${chest * 0.34} ${armY + 150}` +
      d`M${-hem * 0.62} ${low}Q${-hem * 0.5} ${low - 160} ${-hem * 0.66} ${armY + 150}` +
      d`M${hem * 0.44} ${low}Q${hem * 0.6} ${low - 150} ${hem * 0.5} ${armY + 190}` +
      d`M${-hem * 0.1} ${low}Q${hem * 0.04} ${low - 120} ${-hem * 0.02} ${low - 230}`,
    ridges:
      d`M${-chest * 0.7} ${armY - 60}Q${-chest * 0.55} ${armY + 60} ${-chest * 0.46} ${low - 120}` +
      d`M${chest * 0.3} ${armY + 40}Q${chest * 0.2} ${low - 200} ${chest * 0.3} ${low - 30}` +
      d`M${-chest * 0.6} ${low}Q${-chest * 0.3} ${low - 90} ${-chest * 0.3} ${low - 200}`,
  };
}

function cables(cut: TopCut, fill: string): string {
  const dark = shade(fill, -0.2);
  const light = shade(fill, 0.08);
  const twist = (x: number) => {
    let path = '';
    for (let y = -10; y < cut.length; y += 44) {
      path += d`M${x - 15} ${y}C${x - 15} ${y + 22} ${x + 15} ${y + 22} ${x + 15} ${y + 44}M${x + 15} ${y}C${x + 15} ${y + 14} ${x + 6} ${y + 18} ${x + 3} ${y + 20}M${x - 3} ${y + 26}C${x - 12} ${y + 32} ${x - 15} ${y + 36} ${x - 15} ${y + 44}`;
    }
    const rails = d`M${x - 25} -20L${x - 25} ${cut.length}M${x + 25} -20L${x + 25} ${cut.length}`;
    return (
      `<g fill="none" stroke-linecap="round"><path d="${path}" stroke="${dark}" stroke-width="12" opacity="0.34"/>` +
      `<path d="${path}" transform="translate(-1.5 -1.5)" stroke="${light}" stroke-width="7.5" opacity="0.85"/>` +
      `<path d="${rails}" stroke="${dark}" stroke-width="5" opacity="0.3"/></g>`
    );
  };
  return [-124, 0, 124].map(twist).join('');
}

function hemLine(pen: Pen, art: TopArt, cut: TopCut, fill: string): string {
  const { hem, length } = cut;
  if (art.hem === 'rib') {
    const band = symmetric(
      d`M0 ${length - 40}C${hem * 0.4} ${length - 40} ${hem * 0.8} ${length - 42} ${hem} ${length - 45}L${hem - 3} ${length + 1}C${hem * 0.6} ${length + 8} ${hem * 0.3} ${length + 10} 0 ${length + 10}`,
    );
    return cloth(pen, band, { fill: shade(fill, -0.015), weave: 'rib', volume: 16, crease: 0 });
  }
  if (art.hem === 'curved') return '';
  return stitch(
    d`M${-hem + 4} ${length - 26}C${-hem * 0.4} ${length - 14} ${hem * 0.4} ${length - 14} ${hem - 4} ${length - 26}`,
    fill,
  );
}

export function drawTop(pen: Pen, art: TopArt, color: string): Piece {
  const paint = paintOf(color);
  const cut = cutOf(art);
  const arm = sleeveOf(art, cut);
  const trim = paint(art.trim ?? 'self');
  const ink = paint(art.pattern?.color ?? 'tone');
  const tile = repeat(pen, art.pattern, color, ink);
  const overlays = tile ? [tile] : [];
  const placed = placedOnBody(art.pattern, ink, cut);
  const onBody = [...overlays, placed, art.weave === 'cable' ? cables(cut, color) : undefined];
  const body = symmetric(cut.half);
  const { folds, ridges } = bodyFolds(cut);
  const bare = art.sleeve === 'none';
  const armhole = d`M${cut.shoulder} ${cut.drop}C${cut.shoulder - 18} ${cut.drop + 66} ${cut.shoulder - 12} ${cut.armY - 44} ${cut.chest} ${cut.armY}`;
  const bareArm = d`M${cut.shoulder} ${cut.drop}C${cut.shoulder - 14} ${cut.drop + 78} ${cut.shoulder - 2} ${cut.armY - 34} ${cut.chest} ${cut.armY + 8}`;
  const binding = [bareArm, mirror(bareArm)]
    .map(
      (path) =>
        line(path, { color: shade(trim, -0.2), width: 17, opacity: 0.5 }) +
        line(path, { color: trim, width: 15, opacity: 1 }),
    )
    .join('');
  const neck = { fill: color, trim, overlays };
  const markup = [
    neckBehind(pen, art, cut, neck),
    arm ? sleeve(pen, art, arm, 'left', paint) + sleeve(pen, art, arm, 'right', paint) : '',
    cloth(pen, body, {
      fill: color,
      overlays: onBody.filter((part) => part !== undefined),
      folds,
      ridges,
      weave: art.weave === 'cable' ? undefined : art.weave,
      volume: 40,
      crease: 3,
    }),
    bare
      ? `<g clip-path="${pen.clip(body)}">${art.weave === 'quilt' ? '' : binding}</g>`
      : stitch(armhole, color) + stitch(mirror(armhole), color),
    hemLine(pen, art, cut, color),
    pockets(pen, art, cut, neck),
    front(pen, art, cut, neck),
    art.number
      ? number(
          art.number,
          0,
          cut.armY + (art.pattern?.name === 'yoke' ? 52 : 8),
          art.number.length > 1 ? 210 : 240,
          paint(art.numberColor ?? 'tone'),
          isLight(color) ? shade(color, -0.1) : shade(color, -0.06),
        )
      : '',
    neckFront(pen, art, cut, neck),
  ].join('');
  const reach = arm
    ? Math.max(...[...arm.path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map((pair) => Number(pair[1])))
    : cut.chest + 6;
  const top =
    art.neck === 'hood' ? -186 : art.neck === 'roll' ? -84 : art.neck === 'mock' ? -44 : -24;
  const bottom = cut.length + (art.hem === 'curved' ? 54 : 10);
  return { markup, box: { x: -reach, y: top, width: reach * 2, height: bottom - top } };
}
