/**
 * The text that spreadsheets exchange through the clipboard: cells with tabs between them, rows on
 * lines.
 */

/** The separator between two cells of a row: a tab, or in a file also one of the others. */
export type Separator = '\t' | ',' | ';';

/**
 * Reads cells. A cell in quotes may contain separators and line breaks; two quotes in it mean one.
 * With `keepsQuotes` a cell keeps quotes that are not needed for that: they are a part of its text.
 */
export function readTable(
  text: string,
  separator: Separator = '\t',
  keepsQuotes = false,
): string[][] {
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const table: string[][] = [[]];
  const plainText = `([^${separator}\n]*)`;
  const end = `(${separator}|\n|$)`;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|${plainText})${end}`, 'y');
  const plainCell = new RegExp(`${plainText}${end}`, 'y');
  for (let at = 0; at <= body.length; ) {
    const [all = '', quoted, plain = '', last = ''] =
      matchAt(cell, body, at) ?? withoutQuotes(matchAt(plainCell, body, at));
    const isAsIs = keepsQuotes && quoted !== undefined && /^(?!"")[^\t\n]+$/.test(quoted);
    if (isAsIs) table.at(-1)?.push(all.slice(0, all.length - last.length));
    else table.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (last === '') break;
    if (last === '\n') table.push([]);
    at += all.length;
  }
  return table;
}

function matchAt(pattern: RegExp, body: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(body);
}

/** A cell that begins with a quote and has more text after the closing one. */
function withoutQuotes(found: RegExpExecArray | null): (string | undefined)[] {
  const [all = '', plain = '', last = ''] = found ?? [];
  return [all, undefined, plain, last];
}

export function writeTable(table: string[][]): string {
  return table.map((row) => row.map(writeCell).join('\t')).join('\n');
}

function writeCell(text: string): string {
  return /[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
