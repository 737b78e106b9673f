/** Makes a PDF with Typst, in the process of `pdf-program.ts`. */
import { join } from 'node:path';
import {
  NodeCompiler,
  type NodeError,
  type NodeTypstDocument,
} from '@myriaddreamin/typst-ts-node-compiler';
import { chooseFonts, makeFonts, withPrintableLetters } from './choose-fonts.ts';
import { mapTexts, type PdfJob } from './pdf-job.ts';
import { template } from './template.ts';

const REGULAR = 400;
const BOLD = 700;
/** For archives: everything is in the file, with the text of each glyph. */
const ARCHIVE = 'a-2u';
/** A folder that is not there, so that Typst finds no files. */
const NO_FOLDER = join(import.meta.dirname, 'no-files');

export async function renderPdf(job: PdfJob): Promise<Uint8Array<ArrayBuffer>> {
  // A letter and its accent may be in different fonts.
  const composed = mapTexts(job, (text) => text.normalize('NFC'));
  const fonts = await chooseFonts(textOf(composed));
  const printable = mapTexts(composed, (text) => withPrintableLetters(text, fonts));
  const fontBlobs = [
    ...(await makeFonts(textOf(printable), REGULAR, fonts)),
    ...(await makeFonts(textOf(printable.strong), BOLD, fonts)),
  ];
  const families = [...new Set(Array.from(fonts.values(), ({ name }) => name))];
  const compiler = NodeCompiler.create({ workspace: NO_FOLDER, fontArgs: [{ fontBlobs }] });
  const data = JSON.stringify({ ...printable, fonts: families });
  const compiled = compiler.compile({ mainFileContent: template, inputs: { data } });
  const failure = compiled.takeError();
  if (failure || !compiled.result) throw new Error(reasonOf(compiler, failure));
  const pdf = write(compiler, compiled.result, job.issuedAt);
  // Otherwise it keeps what it computed for this document.
  compiler.evictCache(0);
  return new Uint8Array(pdf);
}

function write(compiler: NodeCompiler, document: NodeTypstDocument, creationTimestamp: number) {
  try {
    return compiler.pdf(document, { creationTimestamp, pdfStandard: ARCHIVE });
  } catch {
    // A font has a letter, but not its form in this place, as of a mark without a letter. The standard
    // forbids the box that is drawn instead.
    return compiler.pdf(document, { creationTimestamp });
  }
}

/** All texts of a value, and what the template adds. */
function textOf(value: unknown): string {
  const texts = ['Page of 0123456789'];
  JSON.stringify(value, (_, part) => {
    if (typeof part === 'string') texts.push(part);
    return part;
  });
  return texts.join('');
}

function reasonOf(compiler: NodeCompiler, failure: NodeError | null): string {
  const found = failure ? compiler.fetchDiagnostics(failure) : [];
  return `Typst: ${JSON.stringify(found).slice(0, 1_000)}`;
}
