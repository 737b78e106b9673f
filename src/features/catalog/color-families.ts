/** Which shades a customer looks for together: navy and sky are blue. */
import type { ShopConfig } from '#shared/shop-config.ts';
import { fold } from './search/search-text.ts';

/** The families, in the order of the filter, with the words that shades are named by. */
const table: Record<string, string> = {
  Black: 'black ebony ink jet noir obsidian onyx raven',
  White: 'white bone chalk cotton cream ivory milk offwhite pearl porcelain snow vanilla',
  Grey: 'grey gray anthracite ash charcoal concrete dove fog graphite gunmetal heather iron marl mist pebble pepper pewter pumice shadow slate smoke steel stone storm',
  Beige:
    'beige almond biscuit buff ecru greige flax hemp linen natural nude oat oatmeal sand straw wheat',
  Brown:
    'brown bark camel caramel chestnut chocolate cinnamon clay cocoa coffee cognac espresso fawn hazel hazelnut mahogany mocha mole mushroom nutmeg pecan sepia tan taupe teak tobacco toffee truffle umber walnut',
  Red: 'red berry blood brick burgundy cardinal carmine cherry claret cranberry crimson garnet maroon merlot oxblood poppy raspberry ruby scarlet strawberry tomato wine',
  Orange:
    'orange amber apricot carrot coral ginger mango melon papaya paprika peach persimmon pumpkin rust tangerine terracotta',
  Yellow:
    'yellow banana butter canary citron corn custard daffodil honey lemon maize marigold mustard ochre primrose saffron sun sunflower sunshine turmeric',
  Green:
    'green army avocado basil bottle celadon cypress emerald eucalyptus fern forest grass hunter jade juniper khaki kiwi lichen lime loden mint moss olive pine pistachio sage seafoam spruce thyme',
  Blue: 'blue aqua aquamarine azure baltic cerulean chambray cobalt cornflower cyan denim indigo lagoon marine midnight navy ocean petrol royal sapphire sky teal turquoise ultramarine',
  Purple:
    'purple amethyst aubergine damson eggplant grape heliotrope iris lavender lilac mauve mulberry orchid plum thistle violet wisteria',
  Pink: 'pink ballet blossom blush bubblegum candy cerise flamingo fuchsia magenta peony petal rose salmon watermelon',
  Metallic: 'metallic brass bronze champagne chrome copper gold golden platinum silver',
  Multi:
    'multicolour multicolor multicoloured multicolored multi camo camouflage leopard rainbow tartan tiedye',
};

/** A family, and those of some colors that are in it. */
export interface ColorFamily {
  name: string;
  colors: string[];
}

type OwnFamilies = Pick<ShopConfig, 'colorFamilies'>;

/** For each shop's own families: the family of each word. Built once for each configuration. */
const known = new WeakMap<object, Map<string, string>>();
const NONE = {};

function familiesByWord({ colorFamilies = NONE }: OwnFamilies): Map<string, string> {
  const found = known.get(colorFamilies);
  if (found) return found;
  const lists = [
    ...Object.entries(table).map(([name, words]) => [name, words.split(' ')] as const),
    // What the shop says about a word takes precedence.
    ...Object.entries(colorFamilies),
  ];
  const families = new Map(
    lists.flatMap(([name, words]) => words.map((word) => [fold(word), name] as const)),
  );
  // The name of a family is also a word for it, unless the shop says otherwise.
  for (const [name] of lists) if (!families.has(fold(name))) families.set(fold(name), name);
  known.set(colorFamilies, families);
  return families;
}

/**
 * The family of a color; null if it has none. The last word that has a family decides: 'Dark Navy'
 * is blue.
 */
export function familyOf(color: string, shop: OwnFamilies): string | null {
  const families = familiesByWord(shop);
  const word = fold(color)
    .split(' ')
    .findLast((one) => families.has(one));
  return (word !== undefined && families.get(word)) || null;
}

/** The family that a word is the name of, such as 'blue' or 'gray'; null for a shade's name. */
export function familyNamed(word: string, shop: OwnFamilies): string | null {
  const family = familyOf(word, shop);
  if (family === null) return null;
  const names = [family, ...(otherNames[family] ?? [])];
  return names.some((name) => fold(name) === word) ? family : null;
}

const otherNames: Record<string, string[]> = {
  Grey: ['gray'],
  Multi: ['multicolour', 'multicolor', 'multicoloured', 'multicolored'],
};

/** These colors by their families; those without one are left out. */
export function groupColors(colors: readonly string[], shop: OwnFamilies): ColorFamily[] {
  const groups = Map.groupBy(colors, (color) => familyOf(color, shop));
  const names = new Set([...Object.keys(table), ...Object.keys(shop.colorFamilies ?? NONE)]);
  return [...names].flatMap((name) => {
    const members = groups.get(name);
    return members ? [{ name, colors: members }] : [];
  });
}
