/** The text that spreadsheets exchange by the clipboard: cells between tabs, rows between lines. */

/** Reads cells. A cell in quotes may have tabs and lines; two quotes in it are one. */
export function readTable(text: string): string[][] {
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const table: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y;
  for (let at = 0; at <= body.length; ) {
    cell.lastIndex = at;
    const found = cell.exec(body) ?? plainCell(body, at);
    const [all = '', quoted, plain = '', end] = found;
    table.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end === '\n') table.push([]);
    at += all.length;
  }
  return table;
}

/** A cell that begins with a quote and goes on behind the closing one. */
function plainCell(body: string, at: number): string[] {
  const [plain = '', end = ''] = /([^\t\n]*)(\t|\n|$)/.exec(body.slice(at))?.slice(1) ?? [];
  return [plain + end, undefined as unknown as string, plain, end];
}

export function writeTable(table: string[][]): string {
  return table.map((row) => row.map(writeCell).join('\t')).join('\n');
}

function writeCell(text: string): string {
  return /[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
