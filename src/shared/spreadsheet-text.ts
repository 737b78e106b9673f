/**
 * A spreadsheet runs a cell as a formula when it starts with =, +, - or @, also after spaces, a tab
 * or a line break. In many countries it also splits cells at semicolons, even within quotes. A
 * quote after such a semicolon then begins a new part and ends it.
 *
 * So each part that would be a formula gets an apostrophe in front, and so does a part that already
 * has one there. Reading removes one apostrophe, so that every text stays the same.
 */
const SIGN = '[=+\\-@＝＋－＠]';
const AT_START = `'*[\\t\\r\\n]|'*\\s*${SIGN}`;
const AFTER_SEMICOLON = `['"\\s]*${SIGN}`;
const AT_RISK = new RegExp(`^(?=${AT_START})|(?<=;)(?=${AFTER_SEMICOLON})`, 'g');
const ESCAPED = new RegExp(`^'(?=${AT_START})|(?<=;)'(?=${AFTER_SEMICOLON})`, 'g');

/** A text as a cell of a CSV file. */
export function toSpreadsheet(text: string): string {
  return text.replace(AT_RISK, "'");
}

/** The text of a cell. */
export function fromSpreadsheet(cell: string): string {
  return cell.includes("'") ? cell.replace(ESCAPED, '') : cell;
}
