/**
 * Merges two edits of one product: 'mine' on this page, and 'theirs', which was saved meanwhile.
 */
import { isSame } from './changes.ts';
import {
  type Column,
  columns,
  type Draft,
  type FieldName,
  type Fields,
  fieldNames,
  type Row,
  rowLabel,
  type Values,
  valuesKey,
} from './draft.ts';
import { rowPartLabels } from './field-labels.ts';
import { isUnitsConflict, ownUnits, ownUnitsText } from './merge-units.ts';
import { mergedLists } from './option-order.ts';

export type Side = 'mine' | 'theirs';

/** A list that is compared as a whole. */
export type ListName = 'images' | 'related';

/** A value that somebody else saved and that is different on this page. */
export interface Difference {
  id: string;
  /** The field, or the variant and its column. */
  field: { name: FieldName | ListName } | { key: string; row: string; name: RowPart | 'added' };
  mine: string;
  theirs: string;
  /** Whether both changed it. A variant that they removed is also changed by what I typed into it. */
  isConflict: boolean;
}

export type RowPart = Column | keyof Values | 'archived';

const rowParts: readonly RowPart[] = [...columns, 'size', 'color', 'option', 'archived'];

/**
 * The differences where 'theirs' changed a value. Values that only I changed are not included: they
 * stay.
 */
export function findDifferences(base: Draft, mine: Draft, theirs: Draft): Difference[] {
  return [...fieldDifferences(base, mine, theirs), ...rowDifferences(base, mine, theirs)];
}

/** Mine if I changed the value too, else theirs. */
export function keepTyped({ isConflict }: Difference): Side {
  return isConflict ? 'mine' : 'theirs';
}

/**
 * The side that is selected at first. Of units it is theirs, until a person has looked at both: mine
 * may be in the stock already, if it was saved and the response was lost. A variant that they
 * removed and I worked on stays; one that I removed goes.
 */
export function firstChoice(difference: Difference): Side {
  const { name } = difference.field;
  return name === 'onHand' || name === 'added' ? 'theirs' : keepTyped(difference);
}

/** The draft after a choice for each difference, based on their version. */
export function mergeDrafts(
  base: Draft,
  mine: Draft,
  theirs: Draft,
  choose: (difference: Difference) => Side = firstChoice,
): Draft {
  const chosen = new Map(findDifferences(base, mine, theirs).map((one) => [one.id, choose(one)]));
  const takes = (id: string) => chosen.get(id) === 'theirs';
  const refuses = (id: string) => chosen.get(id) === 'mine';
  const fields = Object.fromEntries(
    fieldNames.map((name) => [name, (takes(choiceOf(name)) ? theirs : mine).fields[name]]),
  ) as Fields;
  const images = (takes('images') ? theirs : mine).images;
  const related = (takes('related') ? theirs : mine).related;
  const rows = mergeRows(base, mine, theirs, takes, refuses);
  const sheet = { ...mergedLists(base.sheet, mine.sheet, rows), rows };
  return { fields, images, related, sheet };
}

/** Text and formatting of the details are one choice. */
const choiceOf = (name: FieldName) => (name === 'descriptionHtml' ? 'descriptions' : name);

function fieldDifferences(base: Draft, mine: Draft, theirs: Draft): Difference[] {
  const found = fieldNames.flatMap((name): Difference[] => {
    const [from, my, their] = [base.fields[name], mine.fields[name], theirs.fields[name]];
    if (isSame(name, from, their) || isSame(name, my, their)) return [];
    const isConflict = !isSame(name, from, my);
    // The formatting is compared only if the text is the same.
    if (name === 'descriptionHtml' && mine.fields.descriptions !== theirs.fields.descriptions) {
      return [];
    }
    return [{ id: choiceOf(name), field: { name }, mine: my, theirs: their, isConflict }];
  });
  return [
    ...found,
    ...(['images', 'related'] as const).flatMap(listDifference(base, mine, theirs)),
  ];
}

const listDifference =
  (base: Draft, mine: Draft, theirs: Draft) =>
  (name: ListName): Difference[] => {
    const [from, my, their] = [base, mine, theirs].map((draft) => JSON.stringify(draft[name]));
    if (from === their || my === their) return [];
    const said = (draft: Draft) => listed[name](draft);
    const isConflict = from !== my;
    return [{ id: name, field: { name }, mine: said(mine), theirs: said(theirs), isConflict }];
  };

const listed: Record<ListName, (draft: Draft) => string> = {
  images: ({ images }) =>
    `${images.length} images: ${images.map(({ alt, url }) => alt || url).join(', ')}`,
  related: ({ related }) => `${related.length} products`,
};

function rowDifferences(base: Draft, mine: Draft, theirs: Draft): Difference[] {
  const before = new Map(base.sheet.rows.map((row) => [row.key, row]));
  const match = matching(mine);
  const isRemoved = removedByMe(base, mine);
  return theirs.sheet.rows.flatMap((their) => {
    const from = before.get(their.key);
    const my = match(their);
    if (!my) return from || their.archived ? [] : [addedVariant(their, isRemoved(their))];
    return rowParts.flatMap((name): Difference[] => {
      if (name === 'available') return [];
      if (name === 'onHand') return unitsDifference(from, my, their);
      const read = (row: Row) => (name === 'archived' ? presence(row) : row[name]);
      const earlier = from ? read(from) : '';
      const same = (a: string, b: string) => (isColumn(name) ? isSame(name, a, b) : a === b);
      if ((from && same(earlier, read(their))) || same(read(my), read(their))) return [];
      const isLost = name === 'archived' && from && their.archived && !my.archived;
      const edits = isLost ? ownEdits(from, my) : [];
      const isChanged = from ? !same(earlier, read(my)) : read(my) !== '';
      const isConflict = isChanged || edits.length > 0;
      const field = { key: their.key, row: rowLabel(their), name };
      const id = `${their.key} ${name}`;
      const mine = [read(my), ...edits].join('\n');
      return [{ id, field, mine, theirs: read(their), isConflict }];
    });
  });
}

/** What I changed of a variant that they removed. */
function ownEdits(from: Row, my: Row): string[] {
  return rowParts
    .filter((name) => name !== 'archived' && name !== 'available')
    .filter(
      (name) => !(isColumn(name) ? isSame(name, from[name], my[name]) : from[name] === my[name]),
    )
    .map((name) => `${rowPartLabels[name]}: ${my[name] || 'empty'}`);
}

/** Units that only orders or others changed are theirs, without a question. */
function unitsDifference(from: Row | undefined, my: Row, their: Row): Difference[] {
  if (!isUnitsConflict(from, my, their)) return [];
  const field = { key: their.key, row: rowLabel(their), name: 'onHand' as const };
  const mine = ownUnitsText(from, my, their);
  return [{ id: unitsId(their), field, mine, theirs: their.onHand, isConflict: true }];
}

const unitsId = ({ key }: Row) => `${key} onHand`;

/** A variant that they added. Refusing it archives it, because a saved variant is never deleted. */
function addedVariant(their: Row, isConflict: boolean): Difference {
  const field = { key: their.key, row: rowLabel(their), name: 'added' as const };
  const [mine, theirs] = [isConflict ? 'Removed' : 'Not there', 'Added'];
  return { id: addedId(their), field, mine, theirs, isConflict };
}

const addedId = ({ key }: Row) => `${key} added`;

const presence = ({ archived }: Row) => (archived ? 'Removed' : 'In the product');

/** Whether I removed a value of this variant from its option. */
function removedByMe(base: Draft, mine: Draft): (values: Values) => boolean {
  const lost = (['sizes', 'colors', 'options'] as const).map((list) => {
    const left = new Set(mine.sheet[list]);
    return new Set(base.sheet[list].filter((value) => !left.has(value)));
  });
  return ({ size, color, option }) =>
    [size, color, option].some((value, index) => lost[index]?.has(value));
}

/** The names of the variants that only I added or removed. */
export function ownVariants(
  base: Draft,
  mine: Draft,
  theirs: Draft,
): { added: string[]; removed: string[] } {
  const match = matching(mine);
  const matched = new Set(theirs.sheet.rows.map(match));
  const live = (draft: Draft) =>
    new Set(draft.sheet.rows.flatMap(({ key, archived }) => (archived ? [] : [key])));
  const [before, after] = [live(base), live(theirs)];
  const names = (rows: Row[]) => rows.map(rowLabel);
  return {
    added: names(mine.sheet.rows.filter((row) => row.id === null && !matched.has(row))),
    removed: names(
      mine.sheet.rows.filter(({ key, archived }) => archived && before.has(key) && after.has(key)),
    ),
  };
}

const isColumn = (name: RowPart): name is Column => columns.includes(name as Column);

/** Finds my row for a variant of theirs: the same variant, or one that both added. */
function matching({ sheet }: Draft): (their: Row) => Row | undefined {
  const byKey = new Map(sheet.rows.map((row) => [row.key, row]));
  const added = new Map(
    sheet.rows.filter(({ id }) => id === null).map((row) => [valuesKey(row), row]),
  );
  return (their) => byKey.get(their.key) ?? added.get(valuesKey(their));
}

function mergeRows(
  base: Draft,
  mine: Draft,
  theirs: Draft,
  takes: (id: string) => boolean,
  refuses: (id: string) => boolean,
): Row[] {
  const before = matching(base);
  const match = matching(mine);
  const used = new Set<Row>();
  const saved = theirs.sheet.rows.map((their) => {
    const my = match(their);
    if (!my) return refuses(addedId(their)) ? { ...their, archived: true } : their;
    used.add(my);
    const { key, id, available, movement } = their;
    const onHand = ownUnits(before(their), my, their);
    const merged = { ...my, key, id, available, movement, onHand };
    for (const name of rowParts) {
      if (takes(`${key} ${name}`)) Object.assign(merged, { [name]: their[name] });
    }
    // An object that is the same as theirs has no change, so its cells need not be compared.
    return rowParts.every((name) => merged[name] === their[name]) ? their : merged;
  });
  return [...saved, ...mine.sheet.rows.filter((row) => row.id === null && !used.has(row))];
}
