/** Files as shops of Shopify and WooCommerce in several languages have them. */
import { expect, test } from 'vitest';
import { mappingOf } from '../import-columns.schema.ts';
import { ofText, readFormat } from './csv-file.ts';
import type { CsvItem, CsvVariant } from './csv-product.ts';
import { namesColor, namesSize } from './option-names.ts';
import { columnProblem, openProductFile, readProducts } from './product-file.ts';

const read = async (lines: string[], mapping?: Record<string, string>, now = new Date()) => {
  const file = await openProductFile(ofText(lines.join('\n')), { mapping: mapping ?? null, now });
  const items: CsvItem[] = [];
  for await (const item of readProducts(file)) items.push(item);
  const products = items.flatMap((item) => ('product' in item ? [item.product] : []));
  const problems = items.flatMap((item) =>
    'problems' in item ? item.problems.map(({ reason }) => reason) : [],
  );
  const notes = products.flatMap((product) => product.notes.map(({ reason }) => reason));
  return { file, products, problems, notes };
};
const optionsOf = ({ color, size, option }: CsvVariant) => [color, size, option];

test.each([
  ['Farbe', 'Größe'],
  ['COULEUR', 'Taille'],
  ['Couleur', 'Pointure'],
  ['Color', 'Talla'],
  ['Colore', 'Taglia'],
  ['Cor', 'Tamanho'],
  ['Kleur', 'Maat'],
  ['Kolor', 'Rozmiar'],
  ['Färg', 'Storlek'],
  ['Farve', 'Størrelse'],
  ['Farge', 'STØRRELSE'],
  ['Väri', 'Koko'],
  ['Barva', 'Velikost'],
  ['Renk', 'Beden'],
  ['Цвет', 'Размер'],
  ['カラー', 'サイズ'],
  ['pa_farbe', 'Groesse:'],
])('%s is the color, and %s the size', async (color, size) => {
  expect([namesColor(color), namesSize(size), namesSize(color), namesColor(size)]).toEqual([
    ...[true, true, false, false],
  ]);
  const { products, notes } = await read([
    'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price',
    `shirt,Shirt,${color},Grün,${size},XS,29.90`,
    'shirt,,,Grün,,S,29.90',
  ]);
  expect(products[0]?.variants.map(optionsOf)).toEqual([
    ['Grün', 'XS', null],
    ['Grün', 'S', null],
  ]);
  expect(notes).toEqual([]);
});

test('two other options become one, and a note names it', async () => {
  const { products, notes } = await read([
    'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price',
    'shirt,Shirt,Passform,Slim,Kragen,Kent,29.90',
    'shirt,,,Slim,,Hai,29.90',
  ]);
  expect(products[0]).toMatchObject({ optionName: 'Passform / Kragen' });
  expect(notes).toEqual(['Passform and Kragen are one option, Passform / Kragen.']);
});

const TEMPLATE =
  'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description';

test("Shopify's present template is read as its older files are, and a column can be chosen", async () => {
  const row = (cells: Record<string, string>) =>
    TEMPLATE.split(',')
      .map((name) => `"${cells[name] ?? ''}"`)
      .join(',');
  const lines = [
    `${TEMPLATE},Stoff (product.metafields.custom.stoff)`,
    `${row({
      ...{ Title: 'Lounge Sock', 'URL handle': 'sock', Description: '<p>Warm</p>', Vendor: 'Koru' },
      ...{ 'Published on online store': 'FALSE', Status: 'active', SKU: "'0012", Price: '12.00' },
      ...{ Barcode: "'4029517315914", 'Option1 name': 'Farbe', 'Option1 value': 'Rot' },
      ...{ 'Option2 name': 'Größe', 'Option2 value': 'S', 'Compare-at price': '15.00' },
      ...{ 'Inventory tracker': 'shopify', 'Inventory quantity': '7', 'SEO title': 'Socks' },
      ...{ 'Weight value (grams)': '80', 'Product image URL': 'https://cdn.example/a.jpg' },
      ...{ 'Image alt text': 'A sock', 'Variant image URL': 'https://cdn.example/b.jpg' },
    })},Wolle`,
    `${row({
      ...{ 'URL handle': 'sock', 'Option1 value': 'Rot', 'Option2 value': 'M', Price: '12.00' },
      ...{ 'Inventory quantity': '0' },
    })},`,
  ];
  const { file, products, problems } = await read(lines);
  expect(problems).toEqual([]);
  expect(file.dialect).toBe('shopify');
  expect(products).toMatchObject([
    {
      ...{ handle: 'sock', title: 'Lounge Sock', brand: 'Koru', status: 'draft', material: '' },
      ...{ body: '<p>Warm</p>', seoTitle: 'Socks' },
      images: [{ url: 'https://cdn.example/a.jpg', alt: 'A sock' }],
      variants: [
        {
          ...{ sku: '0012', barcode: '4029517315914', color: 'Rot', size: 'S', quantity: 7 },
          ...{ priceMinor: 1_200, compareAtMinor: 1_500, weightGrams: 80, isUncounted: false },
          imageUrl: 'https://cdn.example/b.jpg',
        },
        // Its stock is not tracked.
        { size: 'M', quantity: null, isUncounted: true },
      ],
    },
  ]);
  const material = { Material: 'Stoff (product.metafields.custom.stoff)' };
  const chosen = await read(lines, { ...material, 'Image Src': '' });
  expect(chosen.file.dialect).toBe('shopify');
  expect(chosen.products).toMatchObject([{ material: 'Wolle', status: 'draft', images: [] }]);
  expect(chosen.products[0]?.variants).toEqual(products[0]?.variants);
  expect(chosen.file.mapping).toMatchObject({ ...material, Title: 'Title', 'Variant SKU': 'SKU' });
  // The job reads it again with what was shown.
  const { format, dialect, mapping } = chosen.file;
  expect(mappingOf(format.header, dialect, mapping)).toEqual(mapping);
});

const GERMAN =
  'ID,Typ,Artikelnummer,"GTIN, UPC, EAN oder ISBN",Name,Veröffentlicht,"Ist hervorgehoben?","Sichtbarkeit im Katalog",Kurzbeschreibung,Beschreibung,"Datum, an dem Angebotspreis beginnt",Vorrätig?,Bestand,"Geringe Lagermenge","Gewicht (kg)",Angebotspreis,"Regulärer Preis",Kategorien,Schlagwörter,Bilder,"Übergeordnetes Produkt",Marken,"Attribut 1 Name","Attribut 1 Wert(e)","Attribut 2 Name","Attribut 2 Wert(e)"';
const FRENCH =
  'ID,Type,UGS,"GTIN, UPC, EAN ou ISBN",Nom,Publié,"Mis en avant ?","Visibilité dans le catalogue","Description courte",Description,"Date de début de promo","En stock ?",Stock,"Montant de stock faible","Poids (kg)","Tarif promo","Tarif régulier",Catégories,Étiquettes,Images,Parent,Marques,"Nom de l’attribut 1","Valeur(s) de l’attribut 1 ","Nom de l’attribut 2","Valeur(s) de l’attribut 2 "';
const SPANISH =
  'ID,Tipo,SKU,"GTIN, UPC, EAN o ISBN",Nombre,Publicado,"¿Está destacado?","Visibilidad en el catálogo","Descripción corta",Descripción,"Día en que empieza el precio rebajado",¿Existencias?,Inventario,"Cantidad de bajo inventario","Peso (kg)","Precio rebajado","Precio normal",Categorías,Etiquetas,Imágenes,Superior,Marcas,"Nombre del atributo 1","Valor(es) del atributo 1","Nombre del atributo 2","Valor(es) del atributo 2"';

test.each([
  ['German', GERMAN],
  ['French', FRENCH],
  ['Spanish', SPANISH],
])('a file of WooCommerce in %s is read', async (_, header) => {
  const { file, products, problems, notes } = await read([
    header,
    '1,variable,H,,Hoodie,1,0,visible,,Soft,,1,8,,,,,Jersey,"warm, soft",https://cdn.example/h.jpg,,Koru,Color,"Blau, Rot",Talla,S',
    '2,variation,H-B,4029517315914,Hoodie,1,0,visible,,,,1,3,2,"0,5","39,90","49,90",,,,H,,Color,Blau,Talla,S',
    '3,"variation, virtual",H-R,,Hoodie,1,0,visible,,,,1,parent,,,,"49,90",,,,id:1,,Color,Rot,Talla,S',
  ]);
  expect(problems).toEqual([]);
  expect(notes).toEqual([
    'The stock of all variations is counted together: H-R has all 8 units, unless the shop has some in others.',
  ]);
  expect(file.dialect).toBe('woocommerce');
  expect(products).toMatchObject([
    {
      ...{ title: 'Hoodie', body: 'Soft', tags: ['warm', 'soft'], type: 'Jersey', brand: 'Koru' },
      status: 'active',
      images: [{ url: 'https://cdn.example/h.jpg' }],
      variants: [
        {
          ...{ sku: 'H-B', barcode: '4029517315914', color: 'Blau', size: 'S', quantity: 3 },
          ...{ priceMinor: 3_990, compareAtMinor: 4_990, weightGrams: 500, lowStockAt: 2 },
        },
        { sku: 'H-R', color: 'Rot', quantity: 8, isUncounted: false },
      ],
    },
  ]);
});

const WOO =
  'Type,SKU,Name,Published,Parent,Regular price,Stock,In stock?,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),Meta: stoff';

test('a variation without a weight, low-stock level or stock has those of its product', async () => {
  const { products, notes, problems } = await read([
    'Type,SKU,Name,Published,Parent,Regular price,Stock,In stock?,Low stock amount,Weight (kg),Attribute 1 name,Attribute 1 value(s)',
    'variable,TS,Tee,1,,,9,1,3,0.2,Size,"S, M, L"',
    'variation,TS-S,Tee,1,TS,20,4,1,2,0.3,Size,S',
    'variation,TS-M,Tee,1,TS,20,,1,,,Size,M',
    'variation,TS-L,Tee,1,TS,20,parent,1,,0,Size,L',
  ]);
  expect(problems).toEqual([]);
  expect(
    products[0]?.variants.map((one) => [
      ...[one.sku, one.weightGrams, one.lowStockAt, one.quantity, one.isUncounted],
    ]),
  ).toEqual([
    ['TS-S', 300, 2, 4, false],
    ['TS-M', 200, 3, 9, false],
    ['TS-L', 200, 3, null, false],
  ]);
  expect(notes).toEqual([
    'The stock of all variations is counted together: TS-M has all 9 units, unless the shop has some in others.',
  ]);
});

const MORE = 'The row has 4 cells, and the heading has 3.';
test.each([
  ['another table', 'SKU,Price,Stock', 'U-1,4,99,3', `${MORE} A price such as 4,99 needs quotes.`],
  ['semicolons', 'SKU;Price;Stock', 'U-1;4;99;3', `${MORE} A text with a semicolon needs quotes.`],
  ['a first row with quotes', 'SKU,Price,"Sto""ck"', '"U"-1,4,99,3', MORE],
  ['names', 'Price,Name,Stock', '4,99,Cup,3', MORE],
  ['Shopify', 'Handle,Title,Variant Price', 'u-1,U,4,99', MORE],
  ['Shopify without a handle', 'Title,Handle,Variant Price', 'U,,4,99', MORE],
  ['WooCommerce', 'Name,Type,SKU,Regular price', 'Cup,simple,U-1,4,99', 'The row has 5 cells'],
  [
    'WooCommerce, shifted',
    'Name,Regular price,Type,SKU',
    'Cup,4,99,simple,U',
    'The row has 5 cells',
  ],
  [
    'WooCommerce, a variation',
    'Type,SKU,Name,Regular price,Parent',
    'variation,V,Tee,4,99,P',
    'The row has 6',
  ],
])('a row with more cells than the heading is wrong: %s', async (_, header, row, reason) => {
  const { products, problems } = await read([header, row]);
  expect(products).toEqual([]);
  expect(problems).toEqual([expect.stringContaining(reason)]);
  // Spreadsheets write empty cells at the end.
  const sign = header.includes(';') ? ';' : ',';
  const whole = row.replace(/4[,;]99/, '4').replace('variation', 'simple');
  const empty = await read([header, `${whole}${sign} ${sign}`.replace('U,,', 'U,u,')]);
  expect([empty.products.length, empty.problems]).toEqual([1, []]);
});

test.each([
  ['SKU,Name,Price', 'A\0B,Cup,9', 'SKU has a NUL'],
  ['Handle,Title,Variant Price', 'a\0b,Cup,9', 'Handle has a NUL'],
  ['Type,SKU,Name,Regular price', 'simple,A\0B,Cup,9', 'SKU has a NUL'],
  ['Name,Price', 'A\0B,9', 'Name has a NUL'],
  ['Type,Name,Regular price', 'simple,A\0B,9', 'Name has a NUL'],
])('in a file with %s, a NUL in a name makes the row wrong', async (header, row, reason) => {
  const { products, problems } = await read([
    header,
    row,
    row.replace(/a\0b/i, 'other').replace('Cup', 'Jug'),
  ]);
  expect(products).toHaveLength(1);
  expect(problems).toEqual([expect.stringContaining(reason)]);
});

test.each([
  ['SKU,Price,Price', 'Price'],
  ['SKU,Price,Stock,price', 'price'],
  ['Handle,Title,Variant Price,Handle', 'Handle'],
  ['Type,SKU,Name,Regular price,Name', 'Name'],
  ['SKU,Price,Shelf,Shelf', null],
])('a file with the columns %s has one that is read twice: %s', async (columns, twice) => {
  const problem = columnProblem(await openProductFile(ofText(`${columns}\n`)));
  expect(problem).toEqual(twice && expect.stringContaining(`"${twice}" more than once`));
});

test('a variation with any value becomes a variant for each, and nothing is counted twice', async () => {
  const { products, notes } = await read([
    WOO,
    'variable,TS,Tee,1,,,,1,Color,"Red, Blue",Size,"S, M, 6\\, wide",Cotton',
    'variation,TS-RED,Tee,1,TS,20,5,1,Color,Red,Size,,',
    'variation,TS-RM,Tee,1,TS,22,4,1,Color,Red,Size,M,',
    'variation,TS-BLUE,Tee,1,TS,20,,1,Color,Blue,Size,S,',
  ]);
  expect(
    products[0]?.variants.map(({ sku, color, size, quantity, priceMinor }) =>
      [sku, color, size, quantity, priceMinor].join(' '),
    ),
  ).toEqual([
    'TS-RED Red S 5 2000',
    'TS-RED-6, wide Red 6, wide  2000',
    'TS-RM Red M 4 2200',
    'TS-BLUE Blue S  2000',
  ]);
  expect(notes).toEqual([
    'TS-RED is sold in any Size, so it becomes 2 variants with its price. Its stock is not known by Size: Red / S has it, and new ones beside it begin with 0 units.',
  ]);
  const many = Array.from({ length: 60 }, (_, i) => `v${i}`).join(', ');
  const huge = await read([
    WOO,
    `variable,TS,Tee,1,,,,1,Color,"${many}",Size,"${many}",`,
    'variation,TS-ANY,Tee,1,TS,20,5,1,Color,,Size,,',
  ]);
  expect(huge.problems).toEqual([expect.stringMatching(/^tee has more than \d+ variants\.$/)]);
});

test('a column of WooCommerce that staff choose changes only that', async () => {
  const lines = [WOO, 'simple,CUP,Cup,1,,9,,1,,,,,Clay', 'simple,JUG,Jug,1,,19,2,1,,,,,'];
  const { file, products } = await read(lines, { Material: 'Meta: stoff', Tags: '' });
  expect(file.dialect).toBe('woocommerce');
  expect(products).toMatchObject([
    { material: 'Clay', variants: [{ sku: 'CUP', priceMinor: 900, isUncounted: true }] },
    { material: '', variants: [{ sku: 'JUG', quantity: 2, isUncounted: false }] },
  ]);
});

test('a field that staff say is not in the file has no other source, and a new product is for sale', async () => {
  const woo = [
    'Type,SKU,Name,Published,Parent,Regular price,Sale price,Description,Short description',
    'simple,CUP,Cup,0,,9,7,Long,Short',
    'simple,JUG,Jug,1,,9,,,Short',
  ];
  const none = { Status: '', 'Body (HTML)': '', 'Variant Price': '' };
  const chosen = await read(woo, none);
  expect(chosen.problems).toEqual([]);
  for (const { given, body, status, variants } of chosen.products) {
    for (const field of ['status', 'descriptions', 'price', 'compareAt'] as const) {
      expect(given.has(field), field).toBe(false);
    }
    expect([body, status, variants[0]?.priceMinor]).toEqual(['', 'active', null]);
  }
  // The job reads it again with what was shown.
  expect(chosen.file.mapping).toMatchObject(none);
  const again = await read(woo, chosen.file.mapping);
  expect(again.products).toEqual(chosen.products);

  const shopify = [
    'Handle,Title,Status,Published,Variant Price',
    'cup,Cup,draft,TRUE,9',
    'jug,Jug,active,FALSE,9',
  ];
  const statuses = async (lines: string[], mapping: Record<string, string>) =>
    (await read(lines, mapping)).products.map(({ status, given }) => [status, given.has('status')]);
  expect(await statuses(shopify, { Status: '' })).toEqual([
    ['active', false],
    ['active', false],
  ]);
  // The form of a file without that column sends the same.
  const older = shopify.map((line) => line.replace(/,(?:Status|draft|active)/, ''));
  expect(await statuses(older, { Status: '' })).toEqual([
    ['active', true],
    ['draft', true],
  ]);
  const short = woo.map((line) => line.replace(/,(?:Description|Long|)(?=,[^,]*$)/, ''));
  expect((await read(short, { 'Body (HTML)': '' })).products.map(({ body }) => body)).toEqual([
    'Short',
    'Short',
  ]);
});

test('a simple product of WooCommerce has the options of the columns that staff choose', async () => {
  const lines = [
    'Type,SKU,Name,Published,Parent,Regular price,Attribute 1 name,Attribute 1 value(s),Meta: size,Meta: sleeve',
    'simple,VEST,Vest,1,,9,Material,"Wool, Silk","36,5",Long',
    'variable,TEE,Tee,1,,,Color,"Red, Blue",,',
    'variation,TEE-R,Tee,1,TEE,20,Color,Red,S,Short',
  ];
  const options = (mapping: Record<string, string>) =>
    read(lines, mapping).then(({ products }) =>
      products.map(({ optionName, optionsNotGiven, variants }) => [
        ...variants.map(optionsOf),
        optionName,
        [...optionsNotGiven],
      ]),
    );
  expect(await options({ Size: 'Meta: size', 'Option3 Value': 'Meta: sleeve' })).toEqual([
    [[null, '36,5', 'Long'], 'Meta: sleeve', ['color']],
    [['Red', 'S', 'Short'], 'Meta: sleeve', []],
  ]);
  // Its attributes only describe it.
  expect(await options({})).toEqual([
    [[null, null, null], '', []],
    [['Red', null, null], '', []],
  ]);
});

test('no product of WooCommerce is lost for its SKU, or for too many combinations', async () => {
  const numbers = [1, 2, 3, 4, 5];
  const attributes = numbers.map((nr) => `Attribute ${nr} name,Attribute ${nr} value(s)`);
  const own = (values: string[]) => values.map((value, at) => `A${at},"${value}"`).join();
  // The first variation has any values, so that the others add nothing.
  const variations = numbers
    .reduce<string[][]>(
      (rows, nr) =>
        rows.flatMap((row) => ['', 'a', 'b', 'c', 'd'].map((v) => [...row, v && v + nr])),
      [[]],
    )
    .filter((values) => values.filter(Boolean).length <= 3)
    .map((values) => `variation,M${values.join('')},Many,1,MANY,20,,,${own(values)}`);
  const { products, problems } = await read(
    [
      `Type,SKU,Name,Published,Parent,Regular price,ID,Meta: code,${attributes.join()}`,
      `variable,MANY,Many,1,,,,,${own(numbers.map((nr) => ['a', 'b', 'c', 'd'].map((v) => v + nr).join()))}`,
      ...variations,
      'variable,TEE,Tee,1,,,,,Size,"S, M"',
      'variable,TEE,Other Tee,1,,,,,Size,"S, M"',
      'variation,TEE-S,Tee,1,TEE,20,,,Size,S',
      'variable,,Hat,1,,,,,Size,"S, M"',
      'variable,CAP,Cap,1,,,7,C-7,Size,"S, M"',
      'variation,CAP-S,Cap,1,CAP,20,,C-8,Size,S',
    ],
    { 'Variant SKU': 'Meta: code' },
  );
  // Variations name their product by the SKU, although it has another one here.
  expect(products.map(({ variants }) => variants.map(({ sku }) => sku))).toEqual([['C-8']]);
  expect(problems.toSorted()).toEqual([
    expect.stringMatching(/^The product at line \d+ of the file has the SKU "TEE", too\.$/),
    expect.stringMatching(/^The product at line \d+ of the file has the SKU "TEE", too\.$/),
    expect.stringContaining('hat has no SKU and no ID'),
    'many has too many combinations of its attributes.',
  ]);
});

test('a barcode that a spreadsheet has shortened is refused, and one that it kept as text is not', async () => {
  const { products, problems } = await read([
    'SKU,Name,Price,EAN',
    'A,Cup,9,"4,00638E+12"',
    'B,Jug,9,4.00638e+12',
    "C,Pot,9,'4029517315914",
    "'007E,Pan,9,12E5",
  ]);
  expect(problems).toEqual([
    expect.stringContaining('Excel changed this barcode'),
    expect.stringContaining('Excel changed this barcode'),
  ]);
  expect(products.map(({ variants: [one] }) => [one?.sku, one?.barcode])).toEqual([
    ['C', '4029517315914'],
    ["'007E", '12E5'],
  ]);
});

test.each([
  ['Handle,Title,Tags', null],
  ['Variant SKU,SEO Description', null],
  ['SKU,Barcode', null],
  ['Handle,Shelf', 'Price'],
  ['Name,Description', 'Price'],
  ['Shelf,Price', 'Handle'],
])('a file with the columns %s lacks: %s', async (columns, missing) => {
  const problem = columnProblem(await openProductFile(ofText(`${columns}\na,b,c\n`)));
  expect(problem).toEqual(missing && expect.stringContaining(missing));
});

test.each([
  ['Date sale price starts', 'Date sale price ends'],
  ['Datum, an dem Angebotspreis beginnt', 'Datum, an dem Angebotspreis endet'],
  ['Date de début de promo', 'Date de fin de promo'],
  ['Día en que empieza el precio rebajado', 'Día en que termina el precio rebajado'],
])('a sale price counts only between its dates, in the columns %s and %s', async (starts, ends) => {
  const lines = [
    `Type,SKU,Name,Published,Regular price,Sale price,"${starts}","${ends}"`,
    'simple,PAST,Past,1,9,7,2026-11-01,2026-11-29',
    'simple,NEXT,Next,1,9,7,2026-12-01 0:00:00,',
    'simple,LAST,Last day,1,9,7,2026-11-01,2026-11-30',
    'simple,BEGUN,Begun,1,9,7,2026-11-30 9:30:00,',
    'simple,ALWAYS,Always,1,9,7,,',
    'simple,WRONG,Wrong,1,9,7,soon,',
  ];
  const at = new Date('2026-11-30T10:00:00Z');
  const { products, notes, problems } = await read(lines, undefined, at);
  expect(
    products.map(({ handle, variants: [one] }) => [handle, one?.priceMinor, one?.compareAtMinor]),
  ).toEqual([
    ['past', 900, null],
    ['next', 900, null],
    ['last-day', 700, 900],
    ['begun', 700, 900],
    ['always', 700, 900],
  ]);
  expect(notes).toEqual([
    'The sale price of PAST is only for the time from 2026-11-01 until 2026-11-29, so it has the regular price.',
    'The sale price of NEXT is only for the time from 2026-12-01 0:00:00, so it has the regular price.',
    'The sale of LAST ends on 2026-11-30. The shop does not end it by itself.',
  ]);
  expect(problems).toEqual([
    '"soon" is not a date for the sale price of wrong, such as 2026-11-30.',
  ]);
});

test('a heading with line breaks has spaces in their place, as a form would send another break', async () => {
  const lines = '" Price \r\n (net)","A\rB\n\nC",SKU\n';
  expect((await readFormat(ofText(lines))).header).toEqual(['Price (net)', 'A B C', 'SKU']);
});
