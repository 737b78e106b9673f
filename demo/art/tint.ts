import { palette } from '../catalog/palette.ts';
import { distance, isLight, shade } from './color.ts';
import type { Tint } from './spec.ts';

export type Paint = (tint: Tint) => string;

/** Resolves the color names of a drawing for one image, whose own color is `self`. */
export function paintOf(self: string): Paint {
  return (tint) => {
    if (tint === 'self') return self;
    if (tint === 'tone') return shade(self, isLight(self) ? -0.14 : -0.08);
    const named = palette[tint];
    // An accent too close to the main color would be invisible, so its opposite replaces it.
    if (distance(named, self) > 0.09) return named;
    return isLight(self) ? palette.Slate : palette.Bone;
  };
}
