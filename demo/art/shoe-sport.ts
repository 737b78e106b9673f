import { cloth, line, seam, stitch } from './cloth.ts';
import { shade } from './color.ts';
import type { Pen } from './pen.ts';
import { type Drawn, inside, laces, panel, row, rubber, type ShoePaint } from './shoe-parts.ts';

/** Running shoes for the road and the trail. */

const upper =
  'M40 -88C14 -128 14 -190 40 -236C50 -250 70 -250 84 -236C116 -196 168 -192 204 -216C224 -240 244 -258 264 -258C318 -222 378 -178 436 -152C500 -136 570 -130 606 -96C616 -84 616 -74 610 -64Z';
const tongue = 'M196 -212C216 -268 234 -302 262 -308C288 -310 296 -292 292 -272L432 -154L300 -140Z';
const mouth = 'M44 -238C80 -232 150 -226 214 -222L268 -254L230 -164L100 -176Z';
const throat = [
  [268, -254],
  [430, -154],
] as const;

function knit(pen: Pen, paint: ShoePaint, weave: string | undefined): string {
  const { fill } = paint;
  return (
    cloth(pen, tongue, { fill: shade(fill, -0.05), crease: 0, volume: 20, weave }) +
    inside(mouth, fill) +
    cloth(pen, upper, {
      fill,
      weave,
      crease: 0,
      volume: 34,
      folds: 'M380 -110Q430 -116 460 -144M90 -110Q180 -130 196 -190',
      ridges: 'M110 -170Q240 -140 360 -110M470 -136Q550 -126 590 -100',
    })
  );
}

export function runner(pen: Pen, paint: ShoePaint): Drawn {
  const { fill, sole, trim } = paint;
  const midsole =
    'M-2 -40C-6 -76 14 -104 42 -108C120 -102 170 -94 250 -92C370 -88 500 -80 612 -86C638 -80 642 -48 622 -26C598 -8 560 -4 520 -6L60 -8C22 -8 2 -18 -2 -40Z';
  const outsole =
    'M16 -20L80 -18L190 -12L330 -14L520 -16C566 -16 604 -24 626 -34C620 -12 596 2 556 4L420 2L300 4L180 0L60 4C34 4 20 -6 16 -20Z';
  const heel =
    'M28 -112C14 -150 18 -200 40 -236C50 -250 70 -250 84 -236C78 -190 96 -150 128 -100C96 -100 60 -108 28 -112Z';
  const wave =
    'M150 -96C210 -150 280 -170 330 -176C350 -160 374 -146 396 -136C330 -130 270 -110 232 -74C200 -76 172 -84 150 -96Z';
  return {
    height: 312,
    markup: [
      knit(pen, paint, 'mesh'),
      panel(pen, wave, shade(fill, -0.06)),
      panel(pen, heel, trim),
      seam('M470 -140C500 -120 520 -100 526 -76', fill, 0.4),
      laces(throat[0], throat[1], 6, '#f3efe6'),
      rubber(pen, outsole, shade(trim, -0.02)),
      rubber(pen, midsole, sole),
      line('M10 -58C120 -40 220 -36 340 -36C450 -36 560 -44 628 -56', {
        color: shade(sole, -0.14),
        width: 3,
        opacity: 0.6,
      }),
      line('M30 -76C90 -66 150 -54 220 -50', { color: trim, width: 5, opacity: 0.85 }),
    ].join(''),
  };
}

export function trail(pen: Pen, paint: ShoePaint): Drawn {
  const { fill, sole, trim } = paint;
  const midsole =
    'M10 -40C4 -72 20 -96 44 -100C140 -98 180 -94 260 -92C380 -88 500 -80 612 -80C634 -74 638 -46 622 -30L20 -26Z';
  const lugs = row([30, -8], [606, -8], 15)
    .map(([x, y], i) => {
      const lift = i > 12 ? (i - 12) * 5 : 0;
      return `<path d="M${x - 15} ${y - 16 - lift}L${x + 15} ${y - 16 - lift}L${x + 11} ${y + 10 - lift}L${x - 11} ${y + 10 - lift}Z" fill="${shade(sole, i % 2 ? -0.03 : 0.03)}" stroke="${shade(sole, -0.14)}" stroke-width="1.2"/>`;
    })
    .join('');
  const tread =
    'M14 -36C120 -24 480 -22 628 -46C630 -30 622 -20 606 -16L40 -12C24 -14 16 -24 14 -36Z';
  const rand =
    'M500 -72C508 -104 528 -134 552 -142C580 -132 600 -114 608 -94C616 -82 616 -74 610 -62C570 -64 530 -66 500 -72Z';
  const heel = 'M28 -100C14 -140 18 -176 28 -206C60 -190 84 -150 96 -94C70 -96 46 -98 28 -100Z';
  const cage = [
    'M230 -86C256 -140 280 -190 262 -232',
    'M290 -78C312 -122 332 -166 322 -204',
    'M350 -74C366 -106 388 -142 384 -172',
  ];
  return {
    height: 312,
    markup: [
      knit(pen, paint, undefined),
      cage
        .map(
          (path) =>
            line(path, { color: shade(fill, -0.2), width: 17, opacity: 0.5 }) +
            line(path, { color: shade(fill, -0.08), width: 14, opacity: 1 }),
        )
        .join(''),
      panel(pen, heel, shade(fill, -0.1)),
      rubber(pen, rand, sole),
      stitch('M100 -216C140 -186 176 -186 206 -206', fill, trim),
      laces(throat[0], throat[1], 6, trim, false),
      line('M262 -288C256 -316 280 -318 276 -292', { color: trim, width: 7, opacity: 1 }),
      line('M46 -238C28 -262 60 -274 72 -246', { color: trim, width: 8, opacity: 1 }),
      rubber(pen, midsole, shade(trim, -0.01)),
      lugs,
      rubber(pen, tread, sole),
    ].join(''),
  };
}
