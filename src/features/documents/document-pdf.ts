/** The PDF of a document, for use cases that have checked whose it is. */
import { createHash } from 'node:crypto';
import type { DocumentView } from './documents.schema.ts';
import type { PaperSize } from './papers.schema.ts';
import { pdfJob } from './pdf/pdf-job.ts';
import { makePdf } from './pdf/pdf-process.ts';
import { template } from './pdf/template.ts';

export interface DocumentPdf {
  fileName: string;
  /** Changes with what is printed, and how. */
  etag: string;
  /** Waits for other documents of the same person, and then for those of other people. */
  make(person: string): Promise<Uint8Array<ArrayBuffer>>;
}

export function preparePdf(view: DocumentView, paper: PaperSize): DocumentPdf {
  const job = pdfJob(view, paper);
  const hash = createHash('sha256').update(template).update(JSON.stringify(job));
  return {
    fileName: `${view.label}.pdf`,
    etag: `"${hash.digest('base64url').slice(0, 27)}"`,
    make: (person) => makePdf(job, person),
  };
}
