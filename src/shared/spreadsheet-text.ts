/**
 * A spreadsheet runs a cell as a formula that starts with =, +, - or @, also with spaces, a tab or
 * a line break before it. So such a text gets an apostrophe in front, and so does a text that has
 * one there already: reading removes one, and every text comes back as it was.
 */
const AT_RISK = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** A text as a cell of a CSV file. */
export function toSpreadsheet(text: string): string {
  return AT_RISK.test(text) ? `'${text}` : text;
}

/** The text of a cell. */
export function fromSpreadsheet(cell: string): string {
  return cell.startsWith("'") && AT_RISK.test(cell) ? cell.slice(1) : cell;
}
