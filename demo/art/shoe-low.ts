import { cloth, line, seam, stitch } from './cloth.ts';
import { isLight, shade } from './color.ts';
import type { Pen } from './pen.ts';
import {
  type Drawn,
  inside,
  laces,
  leather,
  panel,
  row,
  rubber,
  type ShoePaint,
} from './shoe-parts.ts';

/** Low shoes with laces, and the slip-on of the same shape. */

const upper =
  'M32 -52C18 -104 20 -166 38 -212C54 -226 82 -220 100 -202C134 -172 176 -174 206 -200C222 -222 244 -242 266 -242C318 -208 372 -164 426 -138C486 -122 566 -116 598 -76C606 -66 608 -58 606 -48Z';
const tongue =
  'M196 -196C214 -252 232 -286 258 -294C282 -298 294 -280 290 -258C330 -222 380 -176 424 -140L300 -130Z';
const mouth = 'M40 -208C70 -226 150 -214 214 -208L270 -240L230 -150L100 -160Z';
const cupsole =
  'M22 -12C16 -32 18 -54 27 -60C200 -52 430 -50 602 -58C618 -56 624 -32 614 -14C602 1 560 3 500 2L60 2C38 2 28 -2 22 -12Z';
const throat = [
  [268, -238],
  [424, -138],
] as const;
const eyestay =
  'M224 -214C238 -232 252 -242 266 -242C318 -208 372 -164 426 -138C420 -122 404 -112 388 -108C330 -130 262 -176 224 -214Z';
const quarter = 'M212 -204C236 -150 300 -112 386 -106C392 -88 394 -70 394 -56';

export function court(pen: Pen, { fill, sole, trim }: ShoePaint): Drawn {
  const tab =
    'M30 -150C28 -176 32 -198 38 -212C54 -226 82 -220 100 -202C96 -180 90 -162 84 -146C66 -140 46 -142 30 -150Z';
  const toe =
    'M474 -54C474 -92 460 -122 440 -134C500 -120 570 -114 598 -76C606 -66 608 -58 606 -50Z';
  const slots = [...row([494, -92], [552, -84], 4), ...row([502, -76], [552, -70], 3)]
    .map(
      ([x, y]) => `<circle cx="${x}" cy="${y}" r="2.8" fill="${shade(fill, -0.3)}" opacity="0.7"/>`,
    )
    .join('');
  return {
    height: 298,
    markup: [
      leather(pen, tongue, shade(fill, -0.02)),
      inside(mouth, fill),
      rubber(pen, cupsole, sole),
      leather(
        pen,
        upper,
        fill,
        'M300 -96Q360 -88 410 -120M130 -70Q200 -110 196 -170',
        'M130 -150Q220 -120 330 -90M470 -112Q540 -108 580 -80',
      ),
      panel(pen, toe, fill),
      slots,
      panel(pen, eyestay, fill),
      panel(pen, tab, trim),
      seam('M84 -146C100 -104 104 -80 102 -56', fill, 0.5),
      stitch('M92 -144C108 -104 112 -80 110 -58', fill),
      seam(quarter, fill, 0.55),
      stitch('M220 -196C246 -150 306 -118 380 -114', fill),
      laces(throat[0], throat[1], 6, isLight(fill) ? '#f3efe6' : '#ece4d6'),
      stitch('M27 -50C200 -42 430 -40 614 -48', sole),
    ].join(''),
  };
}

export function plimsoll(pen: Pen, { fill, sole, trim }: ShoePaint): Drawn {
  const band = 'M20 0C10 -16 14 -46 22 -52C200 -46 430 -44 602 -52C622 -48 626 -14 612 0Z';
  const toe =
    'M510 -50C512 -84 516 -104 526 -114C566 -108 590 -94 600 -76C606 -66 608 -58 606 -46Z';
  return {
    height: 298,
    markup: [
      cloth(pen, tongue, { fill: shade(fill, -0.03), crease: 2, volume: 18 }),
      inside(mouth, fill),
      cloth(pen, upper, {
        fill,
        crease: 6,
        volume: 28,
        folds: 'M350 -90Q400 -92 430 -118M100 -80Q170 -100 190 -160',
        ridges: 'M120 -150Q240 -110 360 -92',
      }),
      rubber(pen, band, sole),
      rubber(pen, toe, sole),
      seam(quarter, fill, 0.5),
      stitch('M222 -192C248 -146 310 -116 392 -110', fill),
      stitch('M98 -196C134 -164 178 -166 206 -192', fill),
      laces(throat[0], throat[1], 5, '#f1ece1'),
      line('M18 -34C200 -28 430 -26 618 -34', { color: trim, width: 5.5, opacity: 0.95 }),
    ].join(''),
  };
}

export function slipOn(pen: Pen, { fill, sole }: ShoePaint): Drawn {
  const body =
    'M32 -46C18 -100 22 -158 40 -204C56 -218 84 -212 104 -194C150 -160 204 -160 262 -196C300 -204 322 -196 340 -180C400 -142 540 -128 594 -80C604 -66 608 -56 606 -44Z';
  const slot = 'M42 -202C90 -216 200 -206 268 -198L250 -160L110 -150Z';
  const gore = 'M196 -170C220 -174 244 -184 262 -196L300 -122C270 -112 244 -112 224 -118Z';
  const band = 'M18 0C8 -16 12 -46 22 -52C200 -46 430 -44 602 -52C624 -48 628 -14 612 0Z';
  const rope = row([26, -24], [604, -24], 42)
    .map(([x, y]) =>
      line(`M${x - 5} ${y + 17}L${x + 6} ${y - 16}`, {
        color: shade(sole, -0.18),
        width: 2.4,
        opacity: 0.5,
      }),
    )
    .join('');
  return {
    height: 220,
    markup: [
      inside(slot, fill),
      cloth(pen, body, {
        fill,
        crease: 6,
        volume: 30,
        folds: 'M340 -90Q400 -100 440 -140M90 -80Q150 -100 180 -150',
        ridges: 'M330 -160Q440 -130 540 -110',
      }),
      cloth(pen, gore, { fill: shade(fill, -0.1), weave: 'rib', angle: 20, crease: 0, volume: 10 }),
      stitch('M310 -192C330 -176 350 -160 366 -150C360 -110 352 -80 350 -50', fill),
      seam('M302 -196C322 -178 342 -164 358 -154C352 -114 344 -84 342 -50', fill, 0.6),
      seam('M98 -196C112 -150 116 -90 112 -50', fill, 0.5),
      rubber(pen, band, sole),
      rope,
    ].join(''),
  };
}

export function derby(pen: Pen, { fill, sole }: ShoePaint): Drawn {
  const body =
    'M40 -56C26 -104 24 -156 40 -196C56 -208 84 -202 102 -186C138 -160 178 -164 210 -190C226 -206 244 -218 262 -218C300 -190 350 -158 400 -142C470 -130 560 -124 594 -88C604 -74 606 -66 604 -54Z';
  const tongueLow =
    'M206 -188C224 -232 240 -254 258 -258C280 -258 286 -244 282 -228L400 -142L300 -120Z';
  const facing =
    'M102 -186C138 -160 178 -164 210 -190C226 -206 244 -218 262 -218C296 -194 334 -168 372 -152C366 -128 340 -112 306 -104C230 -92 150 -104 112 -62L108 -56L40 -56C26 -104 24 -156 40 -196C56 -208 84 -202 102 -186Z';
  const welt = 'M30 -42C28 -52 32 -58 40 -60L604 -58C620 -56 626 -46 620 -40Z';
  const bottom =
    'M30 -42L622 -42C628 -30 622 -16 606 -10L578 0L560 -14L530 0L512 -14L482 0L464 -14L434 0L416 -14L386 0L368 -14L340 -2L320 -14L220 -20L214 0L44 0C34 -8 30 -26 30 -42Z';
  return {
    height: 262,
    markup: [
      leather(pen, tongueLow, shade(fill, -0.03)),
      inside('M42 -196C90 -208 180 -196 230 -206L220 -150L110 -150Z', fill),
      leather(
        pen,
        body,
        fill,
        'M380 -96Q430 -100 452 -128',
        'M430 -128Q530 -122 578 -92M440 -110Q520 -110 560 -92',
      ),
      leather(pen, facing, fill, 'M120 -80Q200 -120 300 -112', 'M120 -150Q200 -130 300 -140'),
      stitch('M366 -146C360 -126 336 -118 304 -112C230 -100 156 -112 118 -70', fill),
      laces([262, -214], [366, -150], 5, shade(fill, -0.06)),
      rubber(pen, bottom, sole),
      rubber(pen, welt, shade(fill, -0.08)),
      stitch('M38 -51L612 -50', '#3a2c24', '#cdb48c'),
    ].join(''),
  };
}
