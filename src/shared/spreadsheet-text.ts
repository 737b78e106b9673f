/**
 * A spreadsheet runs a cell as a formula that starts with =, +, - or @, also with spaces, a tab or
 * a line break before it. In many countries it also splits cells at semicolons, within quotes too;
 * a quote after the semicolon then opens a part of its own, and ends it.
 * So what would begin a formula gets an apostrophe in front, and so does what has one there already:
 * reading removes one, and every text comes back as it was.
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
  return cell.replace(ESCAPED, '');
}
