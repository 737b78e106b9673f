import { extractText, getDocumentProxy } from 'unpdf';

/** The words of a PDF, as another program reads them, its pages, and their size in points. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  const [, , width = 0, height = 0] = (await pdf.getPage(1)).view;
  return { text, totalPages, size: [Math.round(width), Math.round(height)] };
}
