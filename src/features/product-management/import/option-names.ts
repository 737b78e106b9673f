/** The names of color and size in files of shops in other languages. */
import { productLimits } from '#shared/product-limits.ts';
import { isColorName, isSizeName } from '#shared/variant-rules.ts';

const COLORS = words(`
  farbe farben farbton couleur couleurs colore colori colores cor cores kleur kleuren kolor kolory
  farg farger farve farver farge vari varit barva barvy farba farby renk culoare szin spalva krasa
  varv boja cvet цвет колір χρωμα צבע اللون 色 颜色 顏色 カラー 색상 컬러
`);

const SIZES = words(`
  grosse groesse grossen groessen kleidergrosse schuhgrosse konfektionsgrosse taille tailles pointure
  pointures talla tallas talle talles tamano tamanos taglia taglie misura tamanho tamanhos maat maten
  schoenmaat kledingmaat rozmiar rozmiary storlek storlekar storrelse storrelser koko velikost
  velikosti velkost velkosti beden numara marime meret dydis izmers suurus velicina размер розмір
  μεγεθος מידה المقاس 尺码 尺寸 尺碼 サイズ 사이즈
`);

type Meaning = 'color' | 'size' | 'other';

/** The names of a file repeat in each row. */
const known = new Map<string, Meaning>();
const MOST_KNOWN = 1_000;

/** Whether an option of this name is the color, in any language that is known. */
export function namesColor(name: string): boolean {
  return meaningOf(name) === 'color';
}

/** Whether an option of this name is the size, in any language that is known. */
export function namesSize(name: string): boolean {
  return meaningOf(name) === 'size';
}

function meaningOf(name: string): Meaning {
  // No name of an option is longer; a longer one is refused later.
  if (name.length > productLimits.optionName) return 'other';
  const earlier = known.get(name);
  if (earlier) return earlier;
  const folded = fold(name);
  const isColor = isColorName(folded) || COLORS.has(folded);
  const isSize = isSizeName(folded) || SIZES.has(folded);
  const meaning = isColor ? 'color' : isSize ? 'size' : 'other';
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, meaning);
  return meaning;
}

/** A name without capitals and accents, and without what some shops write around it. */
function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replace(/^pa[_-]/, '')
    .replace(/[\s:*]+$/, '')
    .trim();
}

function words(list: string): Set<string> {
  return new Set(list.trim().split(/\s+/));
}
