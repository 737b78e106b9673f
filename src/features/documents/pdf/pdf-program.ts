/** The program that makes PDFs in a separate process (`pdf-process.ts`). */
import { serveJobs } from '#shared/serve-jobs.ts';
import { renderPdf } from './render-pdf.ts';

serveJobs(renderPdf);
