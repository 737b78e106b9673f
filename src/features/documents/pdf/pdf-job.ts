/** What the program that makes PDFs gets of a document: texts alone. Pure. */
import { formatDay } from '#shared/dates.ts';
import { withoutInvisible } from '#shared/visible-text.ts';
import type { DocumentView } from '../documents.schema.ts';
import type { PaperSize } from '../papers.schema.ts';
import { type PrintedDocument, printDocument } from '../printed.schema.ts';

/** The names of papers in Typst. */
const PAPERS: Record<PaperSize, string> = { a4: 'a4', letter: 'us-letter' };

type Row = [term: string, value: string];

export interface PdfJob {
  paper: string;
  /** Seconds since 1970, for the properties of the file. */
  issuedAt: number;
  /** All that is printed in bold. */
  strong: {
    title: string;
    notice: string | null;
    seller: string;
    columns: string[];
    total: Row;
  };
  facts: Row[];
  seller: string[];
  parties: [heading: string, lines: string[]][];
  items: [name: string, details: string[], cells: string[]][];
  /** The sums before and after the total. */
  before: Row[];
  after: Row[];
  note: string | null;
}

export function pdfJob(view: DocumentView, paper: PaperSize): PdfJob {
  const printed = printDocument(view);
  const { columns, seller, sums, note } = printed;
  const totalAt = sums.findIndex(({ isTotal }) => isTotal);
  const rows = sums.map(({ term, amount }): Row => [term, amount]);
  return withoutControls({
    paper: PAPERS[paper],
    issuedAt: Math.floor(Date.parse(view.issuedAt) / 1000),
    strong: {
      title: printed.title,
      notice: printed.notice,
      seller: seller.name,
      columns: [columns.item, columns.units, columns.price, columns.amount].filter(
        (column) => column !== null,
      ),
      total: rows[totalAt] ?? ['', ''],
    },
    facts: printed.facts.map(toFact),
    seller: seller.lines,
    parties: printed.parties.map(({ heading, lines }) => [heading, lines]),
    items: printed.items.map(({ name, variantName, sku, quantity, price, amount }) => [
      name,
      variantName ? [variantName, sku] : [sku],
      [String(quantity), ...(price === null ? [] : [price]), amount],
    ]),
    before: rows.slice(0, totalAt),
    after: rows.slice(totalAt + 1),
    note,
  });
}

function toFact({ term, value }: PrintedDocument['facts'][number]): Row {
  const parts = value.map((part) =>
    typeof part === 'string' ? part : formatDay(part.at, part.timeZone),
  );
  return [term, parts.join('')];
}

/** The job with every text changed. */
export function mapTexts(job: PdfJob, change: (text: string) => string): PdfJob {
  return JSON.parse(JSON.stringify(job), (_, value) =>
    typeof value === 'string' ? change(value) : value,
  );
}

/** Without characters that turn the direction of what stands around them. */
function withoutControls(job: PdfJob): PdfJob {
  return mapTexts(job, withoutInvisible);
}
