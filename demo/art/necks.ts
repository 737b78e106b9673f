import { cloth, line, seam, stitch } from './cloth.ts';
import { mix, shade } from './color.ts';
import { d, mirror, symmetric } from './path.ts';
import type { Pen } from './pen.ts';
import type { TopArt } from './spec.ts';
import type { TopCut } from './top-cut.ts';

interface NeckPaint {
  fill: string;
  trim: string;
  overlays: readonly string[];
}

/** What the neck opening shows: the inside of the back, with a woven label. */
export function neckBehind(pen: Pen, art: TopArt, cut: TopCut, { fill, trim }: NeckPaint): string {
  const { neckWidth: w, neckDepth: depth } = cut;
  const inside = mix(shade(fill, -0.12), '#1a1420', 0.16);
  const shape = symmetric(
    d`M0 ${6}C${w * 0.5} ${6} ${w * 0.9} ${2} ${w + 4} ${-3}L${w + 20} ${24}L0 ${depth + 30}`,
  );
  const back =
    `<path d="${shape}" fill="${pen.linear(
      [
        [0, shade(inside, -0.07)],
        [1, inside],
      ],
      [0, 0, 0, 1],
    )}"/>` +
    `<rect x="-21" y="19" width="42" height="17" rx="1.5" fill="#efe8da" opacity="0.9"/>` +
    line(d`M-12 27.5L12 27.5`, { color: '#6c6259', width: 1.6, opacity: 0.6 });
  const rim = d`M${-w - 4} ${-3}C${-w * 0.8} 9 ${-w * 0.4} 13 0 13C${w * 0.4} 13 ${w * 0.8} 9 ${w + 4} ${-3}`;
  switch (art.neck) {
    case 'hood':
    case 'roll':
    case 'mock':
      return '';
    case 'shirt':
    case 'polo':
    case 'lapel': {
      const color = art.neck === 'polo' ? trim : fill;
      const stand = symmetric(
        d`M0 ${-26}C${w * 0.5} ${-26} ${w * 0.9} ${-20} ${w + 3} ${-2}L${w} ${12}C${w * 0.6} ${16} ${w * 0.3} ${18} 0 ${18}`,
      );
      return back + cloth(pen, stand, { fill: shade(color, -0.05), volume: 10, crease: 0 });
    }
    default:
      return (
        back +
        ring(rim, mix(shade(trim, -0.07), '#1a1420', 0.08), art.neck === 'boat' ? 10 : 15) +
        seam(
          d`M${-w + 6} 10C${-w * 0.7} 22 ${-w * 0.4} 26 0 26C${w * 0.4} 26 ${w * 0.7} 22 ${w - 6} 10`,
          fill,
          0.35,
        )
      );
  }
}

/** The hood lies open above the shoulders and closes in a point at the middle of the front. */
function hood(pen: Pen, fill: string, depth: number): string {
  const outer = symmetric(
    d`M0 ${-186}C${82} ${-188} ${132} ${-128} ${134} ${-62}C${136} ${-8} ${88} ${62} 0 ${depth + 26}`,
  );
  const opening = symmetric(
    d`M0 ${-142}C${56} ${-142} ${92} ${-98} ${92} ${-48}C${92} ${0} ${56} ${46} 0 ${depth - 6}`,
  );
  const rim = d`M0 ${-156}C${62} ${-156} ${104} ${-106} ${105} ${-50}C${106} ${4} ${66} ${56} 0 ${depth + 8}`;
  const inside = mix(shade(fill, -0.1), '#1a1420', 0.16);
  return (
    `<g filter="${pen.blur(7)}" opacity="0.32"><path d="${outer}" transform="translate(4 10)" fill="#1a1420"/></g>` +
    cloth(pen, outer, {
      fill,
      volume: 30,
      crease: 7,
      folds: d`M${-112} ${-40}Q${-118} ${-120} ${-50} ${-166}M${84} ${40}Q${124} ${-20} ${116} ${-90}`,
    }) +
    cloth(pen, opening, { fill: inside, volume: 54, crease: 5, sheen: 0.25 }) +
    seam(d`M0 ${-142}C${-4} ${-100} ${3} ${-60} 0 ${depth - 20}`, inside, 0.45) +
    `<rect x="-22" y="-6" width="44" height="18" rx="1.5" fill="#efe8da" opacity="0.85"/>` +
    line(d`M-12 3L12 3`, { color: '#6c6259', width: 1.6, opacity: 0.6 }) +
    stitch(rim, fill) +
    stitch(mirror(rim), fill)
  );
}

export function neckFront(pen: Pen, art: TopArt, cut: TopCut, paint: NeckPaint): string {
  const { neckWidth: w, neckDepth: depth } = cut;
  const { fill, trim } = paint;
  const right = d`M0 ${depth}` + cut.neckCurve;
  switch (art.neck) {
    case 'crew':
    case 'boat':
    case 'scoop':
    case 'vee':
    case 'band': {
      const width = art.neck === 'boat' ? 11 : art.neck === 'scoop' ? 14 : 19;
      const dark = shade(trim, -0.2);
      return [right, mirror(right)]
        .map(
          (path) =>
            ring(path, dark, width + 2.6, 0.6) +
            ring(path, trim, width) +
            ring(path, shade(trim, 0.1), width * 0.26, 0.45),
        )
        .join('');
    }
    case 'roll':
      return collarTube(pen, fill, w, -74, true);
    case 'mock':
      return collarTube(pen, fill, w, -36, false);
    case 'shirt':
      return collarLeaves(pen, fill, w, depth, paint.overlays, 92, 92);
    case 'polo':
      return collarLeaves(pen, trim, w, depth, [], 84, 74);
    case 'lapel':
      return lapels(pen, paint, w, depth);
    case 'hood': {
      const cord = art.front ? '' : cords(fill, depth + 8);
      return hood(pen, fill, depth) + cord;
    }
    case 'cardigan': {
      return [right, mirror(right)]
        .map(
          (path) =>
            ring(path, shade(fill, -0.2), 34, 0.5) +
            ring(path, shade(fill, -0.015), 31) +
            ring(path, shade(fill, 0.08), 7, 0.5),
        )
        .join('');
    }
  }
}

/** A knitted edge with flat ends, so that it joins the shoulder seam smoothly. */
function ring(path: string, color: string, width: number, opacity = 1): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" opacity="${opacity}"/>`;
}

function cords(fill: string, depth: number): string {
  const cord = (path: string) =>
    line(path, { color: '#2a2530', width: 7, opacity: 0.22 }) +
    line(path, { color: shade(fill, 0.16), width: 5, opacity: 1 });
  return (
    cord(d`M${-30} ${depth - 14}C${-40} ${depth + 40} ${-26} ${depth + 90} ${-34} ${depth + 148}`) +
    cord(d`M${30} ${depth - 14}C${38} ${depth + 44} ${30} ${depth + 80} ${36} ${depth + 132}`)
  );
}

function collarTube(pen: Pen, fill: string, w: number, top: number, folded: boolean): string {
  const shape = symmetric(
    d`M0 ${top + 6}C${w * 0.5} ${top + 6} ${w * 0.8} ${top + 2} ${w - 4} ${top - 3}C${w + 6} ${top + 20} ${w + 6} ${-20} ${w + 8} ${2}C${w * 0.8} ${24} ${w * 0.4} ${36} 0 ${36}`,
  );
  const mouth = symmetric(
    d`M0 ${top - 10}C${w * 0.5} ${top - 10} ${w * 0.8} ${top - 6} ${w - 4} ${top - 3}C${w * 0.8} ${top + 10} ${w * 0.4} ${top + 13} 0 ${top + 13}`,
  );
  return (
    cloth(pen, shape, { fill, volume: 26, weave: 'rib', crease: 0 }) +
    (folded ? seam(d`M${-w - 6} 6C${-w * 0.5} 34 ${w * 0.5} 34 ${w + 6} 6`, fill, 0.6) : '') +
    `<path d="${mouth}" fill="${mix(shade(fill, -0.14), '#1a1420', 0.25)}"/>`
  );
}

function collarLeaves(
  pen: Pen,
  fill: string,
  w: number,
  depth: number,
  overlays: readonly string[],
  reach: number,
  fall: number,
): string {
  const leaf = d`M${w + 2} ${-6}C${w + 14} ${14} ${reach + 22} ${fall * 0.62} ${reach + 14} ${fall + 12}C${reach - 14} ${fall + 8} ${34} ${depth + 26} ${3} ${depth + 2}C${20} ${depth - 16} ${w - 22} ${16} ${w - 8} ${-22}C${w - 2} ${-18} ${w + 1} ${-12} ${w + 2} ${-6}Z`;
  const inner = d`M${w + 4} ${8}C${w + 14} ${24} ${reach + 14} ${fall * 0.66} ${reach + 7} ${fall + 4}C${reach - 16} ${fall} ${38} ${depth + 17} ${12} ${depth - 1}`;
  const shadow = `<g filter="${pen.blur(5)}" opacity="0.34"><path d="${leaf}" transform="translate(3 8)" fill="#1a1420"/><path d="${mirror(leaf)}" transform="translate(3 8)" fill="#1a1420"/></g>`;
  return (
    shadow +
    [leaf, mirror(leaf)]
      .map((path) => cloth(pen, path, { fill, volume: 12, overlays, crease: 0 }))
      .join('') +
    stitch(inner, fill) +
    stitch(mirror(inner), fill)
  );
}

function lapels(pen: Pen, { fill, overlays }: NeckPaint, w: number, depth: number): string {
  const lapel = d`M${w - 22} ${70}C${w + 30} ${90} ${w + 62} ${104} ${w + 86} ${112}C${w + 64} ${170} ${60} ${depth - 10} ${0} ${depth + 26}C${14} ${depth - 60} ${44} ${140} ${w - 22} ${70}Z`;
  const collar = d`M${w + 2} ${-6}C${w + 22} ${20} ${w + 52} ${56} ${w + 66} ${84}C${w + 50} ${96} ${w + 34} ${100} ${w + 20} ${96}C${w + 2} ${86} ${w - 16} ${80} ${w - 26} ${74}C${w - 24} ${40} ${w - 16} ${6} ${w - 10} ${-24}C${w - 4} ${-20} ${w} ${-12} ${w + 2} ${-6}Z`;
  const shadow = [lapel, mirror(lapel)]
    .map((path) => `<path d="${path}" transform="translate(5 9)" fill="#1a1420"/>`)
    .join('');
  return (
    `<g filter="${pen.blur(7)}" opacity="0.36">${shadow}</g>` +
    [mirror(lapel), mirror(collar), lapel, collar]
      .map((path) => cloth(pen, path, { fill, overlays, volume: 14, crease: 0 }))
      .join('')
  );
}
