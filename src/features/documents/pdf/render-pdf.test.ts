import { expect, test } from 'vitest';
import type { PdfJob } from './pdf-job.ts';
import { renderPdf } from './render-pdf.ts';

const job = (name: string): PdfJob => ({
  ...{ paper: 'a4', issuedAt: 0, facts: [], seller: [], parties: [], before: [], after: [] },
  strong: { title: 'T', notice: null, seller: 'S', columns: ['I', 'A'], total: ['T', '1'] },
  ...{ items: [[name, [], ['1']]], note: null },
});

test('a PDF is one for archives, unless it has what the standard forbids', async () => {
  const write = async (name: string) => Buffer.from(await renderPdf(job(name))).toString('latin1');
  expect(await write('Ann')).toContain('pdfaid:part');
  const other = await write('a\0b');
  expect(other).toMatch(/^%PDF-/);
  expect(other).not.toContain('pdfaid:part');
});
