import { linenDay, matchDay, slowEvening, studioDay } from './outfits-light.ts';
import { cityLayers, coastWeekend, commuter, trailDay } from './outfits-warm.ts';
import { core, small, wide } from './sizes.ts';
import type { Product } from './types.ts';

/** The home page shows the first three. */
export const fullSets: readonly Product[] = [
  {
    handle: 'city-layers-set',
    title: 'City Layers Set',
    sku: 'SET-CITY',
    type: 'Full Set',
    gender: 'Women',
    price: 319,
    description:
      'A wool coat, a fine roll-neck, pleated trousers and polished loafers, chosen to be worn together from October to March. The colours are close in tone, so every piece also works alone. Bought as a set it costs about a third less than apart.',
    tags: ['outfit', 'winter', 'tailoring'],
    colors: ['Ochre', 'Ink'],
    sizes: small,
    art: { draw: 'set', items: cityLayers },
  },
  {
    handle: 'coast-weekend-set',
    title: 'Coast Weekend Set',
    sku: 'SET-COAST',
    type: 'Full Set',
    gender: 'Unisex',
    price: 188,
    description:
      'A striped long sleeve, straight jeans, canvas plimsolls and round sunglasses for two days by the sea. All of it can be rinsed, dried on a railing and worn again. Choose your usual size; the top is meant to be easy.',
    tags: ['outfit', 'summer', 'stripe'],
    colors: ['Brick', 'Navy'],
    sizes: core,
    art: { draw: 'set', items: coastWeekend },
  },
  {
    handle: 'linen-day-set',
    title: 'Linen Day Set',
    sku: 'SET-LINEN',
    type: 'Full Set',
    gender: 'Men',
    price: 168,
    description:
      'A washed linen shirt, drawstring shorts and cork sandals in colours that fade well together. The whole outfit weighs less than a kilo, which helps when packing. Made for heat, long lunches and short walks.',
    tags: ['outfit', 'linen', 'summer'],
    colors: ['Sage', 'Clay'],
    sizes: core,
    art: { draw: 'set', items: linenDay },
  },
  {
    handle: 'studio-day-set',
    title: 'Studio Day Set',
    sku: 'SET-STUDIO',
    type: 'Full Set',
    gender: 'Unisex',
    price: 214,
    description:
      'A midweight tee under a chore jacket, with straight trousers and court trainers. It is a uniform for people who make things: hard-wearing, plain, and better with paint on it. The jacket has three pockets for what you need at hand.',
    tags: ['outfit', 'workwear', 'everyday'],
    colors: ['Denim', 'Moss'],
    sizes: wide,
    art: { draw: 'set', items: studioDay },
  },
  {
    handle: 'trail-day-set',
    title: 'Trail Day Set',
    sku: 'SET-TRAIL',
    type: 'Full Set',
    gender: 'Men',
    price: 298,
    description:
      'A half-zip fleece, ripstop cargo trousers and waterproof hiking boots for a full day out. The layers are cut to go under a shell without bunching. Each pocket closes, and everything dries overnight in a hut.',
    tags: ['outfit', 'outdoor', 'hiking'],
    colors: ['Rust', 'Pine'],
    sizes: core,
    addForSize: { XL: 10 },
    art: { draw: 'set', items: trailDay },
  },
  {
    handle: 'slow-evening-set',
    title: 'Slow Evening Set',
    sku: 'SET-EVENING',
    type: 'Full Set',
    gender: 'Women',
    price: 246,
    description:
      'A bias-cut slip dress with a brushed cardigan to put over it and a pair of block heels. The satin and the knit are dyed to sit together without matching. It goes from dinner to the night bus with ease.',
    tags: ['outfit', 'evening', 'satin'],
    colors: ['Plum', 'Sage'],
    sizes: small,
    art: { draw: 'set', items: slowEvening },
  },
  {
    handle: 'match-day-set',
    title: 'Match Day Set',
    sku: 'SET-MATCH',
    type: 'Full Set',
    gender: 'Unisex',
    price: 126,
    description:
      'A sash jersey, matching sports shorts and light runners, for the five-a-side league or the park. The jersey and shorts come from the same recycled interlock and dry within the hour. Numbers can be added by any printer.',
    tags: ['outfit', 'football', 'sport'],
    colors: ['Brick', 'Slate'],
    sizes: core,
    art: { draw: 'set', items: matchDay },
  },
  {
    handle: 'commuter-set',
    title: 'Commuter Set',
    sku: 'SET-COMMUTER',
    type: 'Full Set',
    gender: 'Unisex',
    price: 236,
    description:
      'A loopback hoodie, a short bomber, tapered trousers and headphones for the ride across town. The bomber cuts the wind and the hood sits neatly over its collar. Soft at a desk, and warm on a platform.',
    tags: ['outfit', 'everyday', 'outerwear'],
    colors: ['Charcoal', 'Moss'],
    sizes: core,
    stock: 'sold-out',
    art: { draw: 'set', items: commuter },
  },
];
