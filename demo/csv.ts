export type Row = Readonly<Record<string, string>>;

function field(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** RFC 4180, with a line feed at the end of each line as in Shopify's own exports. */
export function toCsv(header: readonly string[], rows: readonly Row[]): string {
  const lines = [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))];
  return `${lines.map((line) => line.map(field).join(',')).join('\n')}\n`;
}
