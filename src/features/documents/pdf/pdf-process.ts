/**
 * Makes PDFs in a separate process, one at a time. Typst and the fonts take three times the memory of
 * the rest of the shop, and names of customers decide how much work they have.
 */
import { AppError } from '#shared/errors.ts';
import { programBeside, SeparateProcess } from '#shared/separate-process.ts';
import { createSlots, type Slots } from '#shared/slots.ts';
import type { PdfJob } from './pdf-job.ts';

/**
 * The limits of a document. One of 100 long names in ten scripts takes a second and 200 MB, one of
 * 20,000 Chinese characters seven seconds and 310 MB.
 */
const LIMITS = { seconds: 60, megabytes: 700 };
/** How long a request waits for others of the same person, and for those of other people. */
const WAITING_MS = 15_000;
/** How many people wait. More would wait too long. */
const MAX_WAITING = 30;
/** How many documents one person waits for. */
const MAX_WAITING_OF_PERSON = 8;

const pdfProcess = new SeparateProcess<PdfJob, Uint8Array<ArrayBuffer>>({
  path: programBeside(import.meta, 'pdf-program'),
  nodeFlags: ['--max-semi-space-size=1', '--max-old-space-size=192'],
  environment: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1', RAYON_NUM_THREADS: '1' },
  maxWaiting: MAX_WAITING,
  tooCostly: (limit) => unavailable(new Error(`It took more than ${limit}.`)),
  unavailable,
});

const people = new Map<string, { inTurn: Slots; requests: number }>();

/**
 * Makes the PDF of a document. A person has one document in the queue at a time, so that nobody waits
 * for all documents of somebody else. Throws 503 when it would wait too long.
 */
export async function makePdf(job: PdfJob, person: string): Promise<Uint8Array<ArrayBuffer>> {
  const own = people.get(person) ?? { inTurn: createSlots(1, MAX_WAITING_OF_PERSON), requests: 0 };
  people.set(person, own);
  own.requests += 1;
  try {
    return await own.inTurn(() => pdfProcess.run(job, LIMITS, WAITING_MS), WAITING_MS);
  } finally {
    own.requests -= 1;
    if (own.requests === 0) people.delete(person);
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'The PDF could not be made just now. Please try again in a moment, or print the page of the document.',
    { retryAfterSeconds: 10, cause },
  );
}
