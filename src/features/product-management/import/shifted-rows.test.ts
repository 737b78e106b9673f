import { expect, test } from 'vitest';
import { ofText } from './csv-file.ts';
import { openProductFile, readProducts } from './product-file.ts';

/** What is read of a file: `Cup: S M` for a product, `2-4` for the lines that are refused together. */
async function read(lines: string[]) {
  const found: string[] = [];
  const reasons: string[] = [];
  for await (const item of readProducts(await openProductFile(ofText(lines.join('\n'))))) {
    if ('product' in item) {
      const { title, variants } = item.product;
      found.push(`${title}: ${variants.map(({ size, sku }) => size ?? sku).join(' ')}`);
    } else {
      const [{ firstLine, line, lastLine } = { line: 0 }] = item.problems;
      found.push(`${firstLine ?? line}-${lastLine}`);
      reasons.push(...item.problems.map((one) => `${one.line} ${one.reason}`));
    }
  }
  return { found, reasons };
}

test.each([
  ['in its middle', 'Price,Name,Size,SKU', ['5,Cup,S,A', '4,99,Cup,M,B', '5,Cup,L,C'], ['2-4']],
  [
    'between two products',
    'Price,Name,Size,SKU',
    ['5,Cup,S,A', '4,99,Jug,S,B', '5,Jug,M,C', '5,Pot,S,D'],
    ['2-3', '4-4', 'Pot: S'],
  ],
  [
    'at the start of the file',
    'Price,Name,Size,SKU',
    ['4,99,Cup,S,A', '5,Cup,M,B', '5,Jug,S,C'],
    ['2-2', '3-3', 'Jug: S'],
  ],
  [
    'after a name that stands before the amounts',
    'SKU,Name,Price,Size',
    ['A,Cup,5,S', 'B,Jug,4,99,S', 'C,Jug,5,M', 'D,Pot,5,S'],
    ['Cup: S', '3-4', 'Pot: S'],
  ],
  [
    'with the name of its product all the same',
    'Price,Name,Cost,Size',
    ['5,Cup,1,S', '5,Cup,1,50,M', '5,Jug,1,S'],
    ['2-3', 'Jug: S'],
  ],
  [
    'without a handle in its place',
    'Title,Handle,Option1 Value,Variant Price',
    ['Cup,cup,S,5', ',,cup,M,5', 'Cup,cup,L,5', 'Jug,jug,S,5'],
    ['2-4', 'Jug: S'],
  ],
  [
    'of an export, whose ids stand last',
    'Handle,Title,Option1 Value,Variant Price,Product ID',
    ['cup,Cup,S,5,p1', 'cup,,M,4,99,p1', 'cup,,L,5,p1', 'jug,Jug,S,5,p2'],
    ['2-4', 'Jug: S'],
  ],
  ['of a table of SKUs', 'SKU,Price,Size', ['A,5,S', 'B,4,99,M', 'C,5,L'], [': S', '3-3', ': L']],
])(
  'a row with more cells than the heading refuses its product as a whole: %s',
  async (...given) => {
    const [, header, rows, expected] = given;
    const { found, reasons } = await read([header, ...rows]);
    expect(found).toEqual(expected);
    expect(reasons.filter((one) => !/ more cells than |has \d+ cells, and/.test(one))).toEqual([]);
  },
);

const WOO = 'Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)';
const variable = (sku: string) => `variable,${sku},Tee ${sku},,,Size,"S, M"`;
const variation = (parent: string, size: string, price = '5') =>
  `variation,${parent}-${size},Tee,${price},${parent},Size,${size}`;

test.each([
  ['after it', [variable('T'), variation('T', 'S'), variation('T', 'M', '4,99')], ['2-4']],
  [
    'after another one',
    [
      variable('T'),
      variation('T', 'S'),
      variable('U'),
      variation('U', 'S'),
      variation('T', 'M', '4,99'),
    ],
    ['2-6', 'Tee U: S'],
  ],
  [
    'whose name is cut, too',
    [
      variable('T'),
      variation('T', 'S'),
      'variable,"U,1",Tee U,,,Size,"S, M"',
      '"variation",U-S,Tee,5,"U,1",Size,S',
      'variation,U-M,Tee,5,U,1,Size,M',
    ],
    ['Tee T: S', '4-6'],
  ],
  [
    'before which its type stands no more',
    [variable('T'), variation('T', 'S'), `a,${variation('T', 'M')}`],
    ['2-4'],
  ],
  [
    'that is a product of its own',
    [variable('T'), variation('T', 'S'), 'simple,CUP,Cup,4,99,,Size,S'],
    ['4-4', 'Tee T: S'],
  ],
])('a shifted variation of WooCommerce refuses its product: %s', async (_, rows, expected) => {
  expect((await read([WOO, ...rows])).found).toEqual(expected);
});
