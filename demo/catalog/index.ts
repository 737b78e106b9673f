import { clothsBottoms } from './cloths-bottoms.ts';
import { clothsFeatured } from './cloths-featured.ts';
import { clothsTops } from './cloths-tops.ts';
import { fullSets } from './full-sets.ts';
import { gadgets } from './gadgets.ts';
import { jerseysFeatured } from './jerseys-featured.ts';
import { jerseysMore } from './jerseys-more.ts';
import { shoesFeatured } from './shoes-featured.ts';
import { shoesMore } from './shoes-more.ts';
import type { Product } from './types.ts';

export const catalog: readonly Product[] = [
  ...clothsFeatured,
  ...clothsTops,
  ...clothsBottoms,
  ...shoesFeatured,
  ...shoesMore,
  ...gadgets,
  ...jerseysFeatured,
  ...jerseysMore,
  ...fullSets,
];
