import { cloth, line, seam, stitch } from './cloth.ts';
import { mix, shade } from './color.ts';
import { d, mirror, symmetric } from './path.ts';
import { repeat } from './patterns.ts';
import type { Pen } from './pen.ts';
import type { Piece } from './piece.ts';
import type { DressArt } from './spec.ts';
import { paintOf } from './tint.ts';

function slip(pen: Pen, fill: string): Piece {
  const strap = d`M112 96C106 50 84 8 66 -44`;
  const rear = d`M100 118C92 60 78 10 66 -44`;
  const back = symmetric(d`M0 128C60 128 100 120 132 132L132 200L0 240`);
  const body = symmetric(
    d`M0 150C24 138 78 96 112 92C126 120 140 160 164 196C152 290 148 340 158 420C178 540 214 760 238 990C160 1016 70 1022 0 1022`,
  );
  const straps = (path: string, width: number, color: string) =>
    line(path, { color: shade(fill, -0.2), width: width + 2, opacity: 0.6 }) +
    line(path, { color, width, opacity: 1 });
  const hem = d`M-233 968C-120 1002 120 1002 233 968`;
  const neck = d`M0 158C26 146 78 106 110 102`;
  const markup =
    straps(rear, 6, shade(fill, -0.08)) +
    straps(mirror(rear), 6, shade(fill, -0.08)) +
    `<path d="${back}" fill="${mix(shade(fill, -0.1), '#1a1420', 0.14)}"/>` +
    cloth(pen, body, {
      fill,
      folds: d`M-120 240Q-60 330 -96 480M130 230Q70 320 100 430M-150 960Q-120 740 -84 520M60 990Q50 760 24 560M180 960Q150 760 110 600M-40 980Q-50 860 -30 700`,
      ridges: d`M-84 250Q-110 560 -100 940M96 460Q120 700 128 950M-6 300Q10 640 0 960`,
      volume: 46,
      crease: 8,
      sheen: 1.5,
    }) +
    straps(strap, 7, fill) +
    straps(mirror(strap), 7, fill) +
    stitch(neck, fill) +
    stitch(mirror(neck), fill) +
    stitch(hem, fill);
  return { markup, box: { x: -240, y: -48, width: 480, height: 1072 } };
}

function wrap(pen: Pen, art: DressArt, fill: string): Piece {
  const paint = paintOf(fill);
  const ink = paint(art.pattern?.color ?? 'tone');
  const tile = (angle: number) => {
    const found = repeat(pen, art.pattern, fill, ink, angle);
    return found ? [found] : [];
  };
  const sleeve = d`M186 40C230 60 262 150 306 300C272 326 236 336 208 336C190 280 182 250 190 214L120 214L120 60Z`;
  const bodice = symmetric(
    d`M0 250C10 200 52 60 78 0L186 40C176 100 172 160 190 214C178 280 162 330 152 396L0 400`,
  );
  const over = d`M-78 0C-60 110 20 300 138 372L150 396L-152 396C-162 330 -178 280 -190 214C-172 160 -176 100 -186 40Z`;
  const skirt = symmetric(d`M0 386L152 386C196 480 256 760 286 960C200 996 90 1002 0 1000`);
  const flap = d`M120 386C60 520 40 760 66 1000C-60 1008 -200 996 -286 960C-256 760 -196 480 -152 386Z`;
  const inside = symmetric(d`M0 10C40 10 64 6 82 -4L96 40L0 300`);
  const belt = d`M-153 380C-60 392 60 392 153 380L156 418C60 430 -60 430 -156 418Z`;
  const tail = (x: number, y: number, end: number) =>
    d`M112 404C${x - 20} ${y * 0.62} ${x - 8} ${y * 0.8} ${x} ${y}L${end} ${y - 6}C${end - 4} ${y * 0.78} ${end - 6} ${y * 0.62} 130 400Z`;
  const knot = d`M102 386C120 380 142 384 146 398C146 414 126 424 108 418C98 410 96 394 102 386Z`;
  const loop = d`M136 396C170 366 196 372 198 396C196 420 166 424 136 408Z`;
  const soft = (path: string, folds: string, seed: number, angle = 0) =>
    cloth(pen, path, { fill, overlays: tile(angle), folds, volume: 34, crease: seed });
  const cuff = d`M301 284C268 312 234 320 205 320`;
  const plain = (path: string) =>
    cloth(pen, path, { fill: shade(fill, -0.02), overlays: tile(20), volume: 10, crease: 0 });
  const markup = [
    `<path d="${inside}" fill="${mix(shade(fill, -0.12), '#1a1420', 0.2)}"/>`,
    soft(mirror(sleeve), mirror(d`M214 120Q224 220 250 300`), 4, 20),
    soft(sleeve, d`M214 120Q224 220 250 300`, 9, -20),
    stitch(cuff, fill),
    stitch(mirror(cuff), fill),
    soft(skirt, d`M120 430Q190 700 214 960M84 430Q120 700 140 980`, 6),
    soft(flap, d`M-110 430Q-170 700 -200 970M-50 430Q-80 700 -100 990M20 430Q-20 700 0 990`, 12),
    soft(bodice, d`M160 240Q110 300 90 380M150 120Q120 230 60 330`, 3),
    soft(over, d`M-160 230Q-100 300 -60 390M-130 110Q-90 250 30 380`, 5),
    seam(d`M-66 30C-46 130 30 300 142 380`, fill, 0.5),
    plain(belt),
    plain(tail(150, 690, 176)),
    plain(tail(118, 610, 142)),
    plain(loop),
    plain(knot),
  ].join('');
  return { markup, box: { x: -308, y: -6, width: 616, height: 1010 } };
}

export function drawDress(pen: Pen, art: DressArt, color: string): Piece {
  return art.cut === 'slip' ? slip(pen, color) : wrap(pen, art, color);
}
