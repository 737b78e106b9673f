import { cloth, line, seam, stitch } from './cloth.ts';
import { isLight, mix, shade } from './color.ts';
import type { Pen } from './pen.ts';
import {
  buckle,
  type Drawn,
  inside,
  leather,
  panel,
  rubber,
  type ShoePaint,
} from './shoe-parts.ts';

/** Shoes without laces. */

export function loafer(pen: Pen, { fill, sole }: ShoePaint): Drawn {
  const body =
    'M40 -44C26 -90 26 -140 42 -182C60 -194 86 -186 104 -168C146 -126 200 -124 244 -148C270 -170 296 -188 318 -188C370 -164 420 -150 470 -142C546 -132 594 -108 608 -72C612 -58 612 -50 608 -42Z';
  const tongue =
    'M224 -136C232 -180 246 -212 270 -220C292 -222 310 -204 322 -186L350 -140L250 -110Z';
  const apron =
    'M318 -188C370 -164 420 -150 470 -142C524 -135 552 -126 570 -114C548 -106 520 -104 480 -104C420 -106 350 -124 300 -160Z';
  const rim = 'M300 -160C350 -124 420 -106 480 -104C520 -104 548 -106 568 -112';
  const strap =
    'M256 -156C276 -176 298 -190 318 -188C338 -180 356 -172 374 -165C364 -130 368 -90 384 -44L324 -42C306 -82 282 -122 256 -156Z';
  const slot = 'M312 -152C326 -158 340 -154 350 -146C342 -138 326 -136 316 -142Z';
  const bottom =
    'M36 -32L616 -34C624 -28 620 -18 608 -14C540 -6 420 -8 330 -18L196 -22L190 0L48 0C40 -10 36 -22 36 -32Z';
  const welt = 'M32 -32C30 -40 34 -46 42 -46L606 -46C620 -44 624 -36 618 -31Z';
  return {
    height: 222,
    markup: [
      leather(pen, tongue, shade(fill, -0.04)),
      inside('M44 -180C110 -192 200 -170 256 -158L230 -110L100 -116Z', fill),
      leather(
        pen,
        body,
        fill,
        'M150 -60Q230 -80 250 -120M410 -66Q460 -72 490 -92',
        'M84 -150Q130 -96 240 -92M430 -78Q520 -74 584 -62',
      ),
      leather(pen, apron, fill, '', 'M350 -160Q450 -130 550 -120'),
      line(rim, { color: shade(fill, -0.2), width: 4, opacity: 0.7 }),
      line(rim, { color: shade(fill, -0.2), width: 11, opacity: 0.35, dash: '2.4 7' }),
      panel(pen, strap, fill),
      `<path d="${slot}" fill="${mix(shade(fill, -0.2), '#1a1420', 0.55)}"/>`,
      stitch('M268 -152C292 -120 314 -84 332 -46M366 -158C356 -126 360 -90 374 -48', fill),
      stitch('M50 -174C70 -182 90 -174 104 -158C148 -116 204 -116 246 -138', fill),
      seam('M98 -164C114 -120 112 -80 108 -46', fill, 0.5),
      rubber(pen, bottom, shade(sole, -0.06)),
      rubber(pen, welt, sole),
    ].join(''),
  };
}

export function ballet(pen: Pen, { fill, sole }: ShoePaint): Drawn {
  const body =
    'M42 -20C30 -60 32 -100 46 -128C60 -138 80 -134 92 -122C140 -70 240 -52 340 -66C390 -76 420 -94 446 -104C510 -108 574 -84 600 -46C606 -34 608 -26 606 -16Z';
  const lining = 'M48 -126C140 -128 330 -118 450 -106L400 -60L120 -60Z';
  const bottom =
    'M40 -18L610 -18C616 -12 610 -6 600 -5L320 -6L180 -8L176 0L52 0C44 -6 40 -12 40 -18Z';
  const bow =
    'M446 -108C420 -132 396 -128 400 -112C404 -98 428 -96 446 -104C456 -128 488 -134 490 -116C490 -100 466 -96 448 -102Z';
  return {
    height: 140,
    markup: [
      inside(lining, mix(fill, '#d8c3a8', 0.3)),
      leather(
        pen,
        body,
        fill,
        'M440 -40Q480 -52 494 -84M100 -50Q150 -46 190 -50',
        'M80 -100Q140 -50 240 -40M470 -94Q550 -82 584 -52',
      ),
      line('M50 -126C62 -134 80 -130 92 -118C140 -66 240 -48 340 -62C390 -72 420 -90 446 -100', {
        color: shade(fill, -0.16),
        width: 8,
        opacity: 0.9,
      }),
      rubber(pen, bottom, sole),
      panel(pen, bow, shade(fill, -0.04)),
      line('M446 -102C440 -86 430 -76 424 -66M450 -102C460 -88 464 -78 472 -70', {
        color: shade(fill, -0.12),
        width: 4,
        opacity: 0.9,
      }),
      seam('M92 -118C104 -86 106 -50 104 -22', fill, 0.5),
    ].join(''),
  };
}

export function heel(pen: Pen, { fill }: ShoePaint): Drawn {
  const body =
    'M52 -196C34 -230 32 -270 48 -304C62 -314 82 -308 94 -294C150 -220 250 -150 352 -126C400 -122 430 -128 452 -132C520 -116 590 -70 622 -30C628 -18 622 -10 608 -8C520 -8 440 -24 360 -64C290 -100 230 -150 172 -176C130 -190 90 -194 52 -196Z';
  const lining = 'M50 -302C130 -290 300 -180 456 -132L380 -90L180 -190Z';
  const block =
    'M54 -198C90 -196 134 -190 172 -176C184 -168 186 -150 180 -120C174 -80 172 -40 172 0L74 0C74 -60 66 -130 54 -198Z';
  const bottom =
    'M608 -10C520 -10 440 -26 360 -66C320 -86 280 -114 240 -142C290 -96 350 -44 440 -14C500 0 570 2 606 0C616 -2 616 -8 608 -10Z';
  return {
    height: 316,
    markup: [
      inside(lining, mix(fill, '#d8c3a8', 0.3)),
      leather(pen, block, shade(fill, -0.02), '', 'M92 -180Q106 -90 106 -10'),
      rubber(pen, 'M74 -10L172 -10L172 0L74 0Z', '#2f2726'),
      rubber(pen, bottom, '#4a3830'),
      leather(
        pen,
        body,
        fill,
        'M440 -50Q490 -66 510 -100M110 -200Q160 -196 210 -170',
        'M72 -280Q90 -230 190 -180M470 -116Q560 -80 604 -36',
      ),
      line(
        'M52 -300C64 -308 80 -302 90 -290C148 -214 248 -144 352 -120C398 -116 428 -120 452 -126',
        { color: shade(fill, -0.14), width: 5, opacity: 0.8 },
      ),
      seam('M170 -206C190 -190 206 -176 214 -152', fill, 0.5),
    ].join(''),
  };
}

export function sandal(pen: Pen, { fill, sole }: ShoePaint): Drawn {
  const bed =
    'M22 -34C14 -70 26 -98 50 -104C110 -96 180 -72 270 -68C380 -64 480 -72 590 -76C618 -72 628 -52 616 -36Z';
  const outer = 'M20 -38L618 -40C626 -26 616 -6 596 -2L60 0C32 0 20 -18 20 -38Z';
  const cork = Array.from({ length: 70 }, (_, i) => {
    const x = 34 + ((i * 83) % 570);
    const y = -42 - ((i * 37) % 34);
    return `<circle cx="${x}" cy="${y}" r="${1.2 + (i % 3) * 0.6}" fill="${i % 2 ? '#8a5f3a' : '#dcb88c'}" opacity="0.6"/>`;
  }).join('');
  const strap = (x: number, top: number) =>
    `M${x} -60C${x - 2} ${top + 56} ${x + 14} ${top + 18} ${x + 44} ${top + 5}C${x + 68} ${top - 6} ${x + 92} ${top - 4} ${x + 112} ${top + 10}C${x + 130} ${top + 34} ${x + 140} -100 ${x + 142} -62C${x + 90} -56 ${x + 40} -56 ${x} -60Z`;
  const shadowed = (x: number, top: number) =>
    `M${x + 60} -70C${x + 60} ${top + 30} ${x + 74} ${top + 2} ${x + 96} ${top - 9}C${x + 124} ${top + 2} ${x + 152} ${top + 40} ${x + 156} -66Z`;
  const tail = (x: number, top: number) =>
    `M${x + 18} ${top + 34}L${x + 112} ${top + 28}L${x + 118} ${top + 64}L${x + 14} ${top + 70}Z`;
  const slot = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="3.4" fill="#1a1420" opacity="0.55"/>`;
  return {
    height: 192,
    markup: [
      inside(shadowed(216, -170), fill),
      inside(shadowed(388, -154), fill),
      leather(pen, bed, '#c79a69'),
      `<g clip-path="${pen.clip(bed)}">${cork}</g>`,
      line('M40 -98C110 -90 180 -66 270 -62C380 -58 480 -66 596 -70', {
        color: shade(fill, -0.06),
        width: 9,
        opacity: 0.9,
      }),
      rubber(pen, outer, isLight(sole) ? '#8a6f55' : shade(sole, -0.24)),
      leather(pen, strap(216, -170), fill, '', 'M238 -90Q238 -136 264 -156'),
      leather(pen, strap(388, -154), fill, '', 'M410 -90Q408 -124 436 -140'),
      panel(pen, tail(216, -164), shade(fill, -0.03)),
      panel(pen, tail(388, -148), shade(fill, -0.03)),
      slot(304, -114) + slot(318, -115) + slot(476, -98) + slot(490, -99),
      buckle(262, -114, -4),
      buckle(434, -98, -4),
    ].join(''),
  };
}

export function slide(pen: Pen, { fill }: ShoePaint): Drawn {
  const base =
    'M14 -30C8 -70 24 -96 52 -102C120 -92 190 -66 280 -62C400 -58 490 -66 592 -82C622 -82 632 -54 620 -26C606 -4 580 0 540 0L64 0C32 0 18 -10 14 -30Z';
  const strap =
    'M262 -40C250 -110 280 -176 350 -190C430 -196 500 -150 530 -44C440 -30 350 -30 262 -40Z';
  const far = 'M300 -80C310 -150 350 -200 410 -206C470 -196 520 -140 536 -80Z';
  const grooves = [0, 1, 2, 3]
    .map((i) =>
      line(
        `M${286 + i * 6} ${-70 - i * 26}C${350} ${-66 - i * 32} ${430} ${-66 - i * 31} ${512 - i * 14} ${-74 - i * 24}`,
        { color: shade(fill, -0.16), width: 3, opacity: 0.55 },
      ),
    )
    .join('');
  return {
    height: 212,
    markup: [
      inside(far, fill),
      cloth(pen, base, {
        fill: shade(fill, -0.01),
        crease: 0,
        volume: 30,
        ridges: 'M50 -80Q160 -60 280 -44M540 -66Q590 -66 606 -50',
      }),
      line('M20 -46C140 -30 440 -24 622 -44', {
        color: shade(fill, -0.18),
        width: 3,
        opacity: 0.5,
      }),
      cloth(pen, strap, {
        fill,
        crease: 0,
        volume: 38,
        sheen: 1.2,
        ridges: 'M296 -90Q310 -160 360 -172',
      }),
      grooves,
    ].join(''),
  };
}

export function clog(pen: Pen, { fill, sole }: ShoePaint): Drawn {
  const body =
    'M270 -54C256 -100 262 -150 292 -186C330 -196 372 -186 410 -172C500 -150 576 -130 604 -86C610 -72 610 -62 606 -52Z';
  const back =
    'M30 -54C20 -84 24 -112 44 -124C70 -124 90 -110 110 -98C160 -80 220 -76 290 -80L320 -52Z';
  const slot = 'M48 -122C120 -140 240 -160 296 -184L300 -70L100 -80Z';
  const base =
    'M24 -30C20 -50 28 -62 42 -62C200 -54 430 -52 602 -60C622 -56 628 -40 620 -28L616 -12C600 0 580 2 540 2L64 2C36 0 26 -12 24 -30Z';
  return {
    height: 196,
    markup: [
      inside(slot, fill),
      cloth(pen, back, { fill: shade(fill, -0.02), weave: 'fleece', crease: 4, volume: 24 }),
      cloth(pen, body, {
        fill,
        weave: 'fleece',
        crease: 4,
        volume: 40,
        folds: 'M330 -80Q380 -90 410 -130',
        ridges: 'M310 -160Q420 -150 520 -124',
      }),
      line('M292 -184C264 -150 258 -100 272 -56', {
        color: shade(fill, -0.14),
        width: 9,
        opacity: 0.8,
      }),
      stitch('M306 -176C282 -144 276 -100 288 -60', fill),
      rubber(pen, base, sole),
      line('M26 -24C200 -16 430 -14 620 -22', {
        color: shade(sole, -0.2),
        width: 3,
        opacity: 0.6,
      }),
    ].join(''),
  };
}
