/**
 * A spreadsheet runs a cell as a formula that starts with =, +, - or @, also with spaces, a tab or
 * a line break before it. In many countries it also splits cells at semicolons, within quotes too.
 * So what would begin a formula gets an apostrophe in front, and so does what has one there already:
 * reading removes one, and every text comes back as it was.
 */
const FORMULA = "'*\\s*[=+\\-@＝＋－＠]";
const AT_RISK = new RegExp(`^(?='*[\\t\\r\\n]|${FORMULA})|(?<=;)(?=${FORMULA})`, 'g');
const ESCAPED = new RegExp(`^'(?='*[\\t\\r\\n]|${FORMULA})|(?<=;)'(?=${FORMULA})`, 'g');

/** A text as a cell of a CSV file. */
export function toSpreadsheet(text: string): string {
  return text.replace(AT_RISK, "'");
}

/** The text of a cell. */
export function fromSpreadsheet(cell: string): string {
  return cell.replace(ESCAPED, '');
}
