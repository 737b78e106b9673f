import { cloth, line, seam, stitch } from './cloth.ts';
import { isLight, shade } from './color.ts';
import type { Pen } from './pen.ts';
import {
  type Drawn,
  eyelets,
  inside,
  laces,
  leather,
  panel,
  row,
  rubber,
  type ShoePaint,
} from './shoe-parts.ts';

/** Boots and shoes that cover the ankle. */

export function highTop(pen: Pen, { fill, sole }: ShoePaint): Drawn {
  const body =
    'M38 -46C22 -110 44 -180 46 -250C46 -310 42 -346 46 -380C90 -396 150 -398 196 -386C206 -376 214 -366 218 -352C240 -290 320 -190 426 -140C500 -124 566 -112 598 -78C606 -66 608 -56 606 -44Z';
  const tongue =
    'M176 -380C186 -420 206 -436 234 -436C252 -430 258 -414 254 -394C280 -310 350 -210 426 -142L300 -140Z';
  const band = 'M20 0C10 -16 14 -48 22 -54C200 -48 430 -46 602 -54C624 -48 628 -14 612 0Z';
  const cap =
    'M496 -50C494 -88 500 -112 514 -120C560 -114 590 -96 600 -78C606 -66 608 -58 606 -44Z';
  const heel = 'M34 -52C28 -90 34 -120 42 -160C60 -156 78 -154 92 -154C98 -120 100 -84 98 -52Z';
  return {
    height: 438,
    markup: [
      cloth(pen, tongue, { fill: shade(fill, -0.03), crease: 2, volume: 18 }),
      inside('M48 -380C90 -398 160 -398 200 -386L190 -350L60 -350Z', fill),
      cloth(pen, body, {
        fill,
        crease: 6,
        volume: 36,
        folds: 'M60 -200Q130 -190 220 -230M70 -150Q150 -150 220 -190M350 -90Q410 -96 450 -126',
        ridges: 'M100 -360Q110 -260 120 -120M230 -130Q320 -100 400 -90',
      }),
      panel(pen, heel, fill),
      seam('M206 -340C250 -250 320 -170 404 -122C410 -96 410 -70 410 -50', fill, 0.5),
      stitch('M194 -350C236 -256 310 -168 396 -116', fill),
      stitch('M50 -366C96 -380 150 -382 198 -372', fill),
      rubber(pen, band, sole),
      rubber(pen, cap, sole),
      laces([222, -350], [422, -142], 8, isLight(fill) ? '#f6f2ea' : '#f1ece1'),
      line('M18 -36C200 -30 430 -28 618 -36', {
        color: shade(fill, isLight(fill) ? -0.4 : -0.04),
        width: 4.6,
        opacity: 0.9,
      }),
    ].join(''),
  };
}

export function chelsea(pen: Pen, { fill, trim }: ShoePaint): Drawn {
  const body =
    'M48 -60C40 -120 58 -190 58 -260C58 -330 50 -380 50 -424C100 -438 190 -440 244 -426C244 -380 250 -320 272 -276C300 -226 360 -186 430 -160C510 -140 572 -128 600 -92C608 -80 610 -70 608 -56Z';
  const gore =
    'M122 -426L210 -428C210 -370 206 -300 180 -240C174 -226 160 -226 154 -240C132 -300 124 -370 122 -426Z';
  const sole =
    'M44 -44L612 -46C622 -40 622 -30 612 -26C540 -16 420 -22 330 -32L214 -36L208 0L56 0C48 -14 44 -30 44 -44Z';
  const welt = 'M40 -46C38 -54 42 -60 50 -62L606 -60C618 -58 622 -50 616 -44Z';
  return {
    height: 450,
    markup: [
      line('M66 -420C58 -462 92 -466 90 -424', { color: trim, width: 13, opacity: 1 }),
      inside('M52 -420C100 -438 190 -438 242 -424L230 -400L64 -400Z', fill),
      leather(
        pen,
        body,
        fill,
        'M80 -170Q170 -150 290 -210M90 -120Q200 -110 320 -170M420 -90Q470 -100 490 -134',
        'M92 -400Q96 -260 96 -120M300 -200Q420 -150 540 -128M250 -400Q252 -330 276 -290',
      ),
      cloth(pen, gore, { fill: trim, weave: 'rib', crease: 0, volume: 12 }),
      stitch(
        'M114 -426C116 -366 124 -296 148 -234C158 -214 176 -214 188 -234C214 -296 218 -366 218 -428',
        fill,
      ),
      seam('M190 -228C220 -180 260 -140 280 -60', fill, 0.5),
      rubber(pen, sole, '#3a2e29'),
      rubber(pen, welt, '#4d3b31'),
      stitch('M48 -53L608 -52', '#3a2c24', '#c9b08a'),
    ].join(''),
  };
}

const shaft =
  'M44 -78C30 -130 46 -200 44 -262C42 -320 34 -352 40 -388C70 -408 150 -408 190 -392C206 -386 214 -376 218 -362C244 -290 330 -206 428 -164C500 -146 570 -136 604 -98C612 -86 612 -78 608 -64Z';
const bootTongue =
  'M168 -388C180 -432 204 -450 232 -448C250 -442 258 -424 256 -402C280 -320 350 -230 430 -166L300 -150Z';

export function hiker(pen: Pen, { fill, sole, trim }: ShoePaint): Drawn {
  const tread =
    'M28 -44C150 -30 460 -26 632 -50C634 -32 626 -20 612 -16L600 0L566 2L556 -12L520 -12L512 2L470 2L462 -12L424 -12L416 2L372 0L364 -14L300 -14L222 -16L214 2L170 2L162 -12L128 -12L120 2L76 2L66 -12L40 -14C32 -22 28 -32 28 -44Z';
  const mid =
    'M26 -44C22 -66 30 -82 46 -86C200 -70 430 -66 610 -78C634 -74 638 -56 630 -42C460 -18 160 -18 26 -44Z';
  const rand =
    'M510 -66C514 -100 530 -132 556 -144C584 -134 602 -116 606 -98C612 -86 612 -78 608 -62C574 -62 540 -64 510 -66Z';
  const collar =
    'M44 -300C36 -340 34 -364 40 -388C70 -408 150 -408 190 -392C206 -386 214 -376 218 -362L206 -330C160 -316 90 -302 44 -300Z';
  const heel = 'M40 -84C32 -120 38 -164 44 -200C80 -190 112 -140 124 -74Z';
  const hooks = row([204, -322], [240, -262], 3)
    .map(
      ([x, y]) =>
        `<circle cx="${x - 22}" cy="${y + 8}" r="9" fill="#8d857b" stroke="#3b3533" stroke-width="1.6"/><circle cx="${x - 24}" cy="${y + 6}" r="3" fill="#d8d2c8"/>`,
    )
    .join('');
  return {
    height: 450,
    markup: [
      leather(pen, bootTongue, shade(fill, -0.05)),
      leather(
        pen,
        shaft,
        fill,
        'M70 -210Q150 -190 240 -240M80 -160Q180 -150 260 -200M390 -110Q440 -116 470 -146',
        'M96 -290Q104 -200 104 -120M270 -150Q380 -110 480 -110',
      ),
      cloth(pen, collar, { fill: shade(fill, -0.1), crease: 0, volume: 30 }),
      panel(pen, heel, shade(fill, -0.08)),
      seam('M206 -330C256 -250 330 -190 404 -152C410 -120 412 -96 410 -72', fill, 0.6),
      stitch('M196 -330C248 -246 322 -184 396 -146', fill),
      rubber(pen, rand, shade(sole, 0.04)),
      hooks,
      laces([222, -348], [428, -166], 8, trim),
      rubber(pen, tread, sole),
      rubber(pen, mid, shade(sole, 0.08)),
      line('M34 -58C200 -40 440 -38 628 -58', { color: trim, width: 4, opacity: 0.8 }),
    ].join(''),
  };
}

export function workBoot(pen: Pen, { fill, sole }: ShoePaint): Drawn {
  const wedge =
    'M30 -70C160 -62 440 -56 608 -64C628 -60 634 -36 620 -18C600 0 560 2 520 2L60 2C40 2 30 -8 28 -24Z';
  const apron = 'M420 -160C480 -168 560 -150 590 -116C560 -124 500 -130 450 -126';
  const counter = 'M42 -76C34 -130 42 -180 44 -216C90 -206 126 -160 138 -70Z';
  return {
    height: 450,
    markup: [
      leather(pen, bootTongue, shade(fill, -0.04)),
      inside('M42 -388C80 -408 150 -408 196 -392L180 -350L60 -350Z', fill),
      leather(
        pen,
        shaft,
        fill,
        'M70 -230Q150 -210 240 -256M150 -130Q220 -140 280 -190M390 -110Q440 -116 470 -146',
        'M96 -370Q104 -260 100 -240M270 -150Q380 -110 480 -110M480 -150Q550 -138 584 -110',
      ),
      panel(pen, counter, fill),
      stitch('M50 -208C90 -196 118 -156 130 -80', fill, '#e3cfa6'),
      seam(apron, fill, 0.9),
      stitch('M424 -152C480 -160 552 -144 580 -114', fill, '#e3cfa6'),
      seam('M206 -340C256 -260 330 -190 404 -152C410 -120 412 -96 410 -72', fill, 0.6),
      stitch('M194 -340C246 -250 320 -186 396 -146', fill, '#e3cfa6'),
      stitch('M186 -336C238 -244 312 -178 390 -138', fill, '#e3cfa6'),
      eyelets(row([206, -336], [380, -170], 6).map(([x, y]) => [x - 8, y + 12] as const)),
      laces([222, -352], [424, -166], 7, '#cdb48c'),
      rubber(pen, wedge, sole),
      stitch('M34 -62C160 -54 440 -48 612 -56', sole, '#a58a62'),
      line('M30 -26L624 -26', { color: shade(sole, -0.16), width: 2.4, opacity: 0.6 }),
    ].join(''),
  };
}
