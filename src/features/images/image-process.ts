/**
 * Decodes uploaded images in a separate process, one at a time. Decoding takes up to ten times the
 * memory of the rest of the shop, and hostile files attack it. The process holds no secrets, and
 * ends when it is idle or over its limits. The queue is fair, because each site has at most one
 * image in it (`stored-places.ts`).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { createSlots } from '#shared/slots.ts';
import { IMAGE_WAITING_MS } from '#shared/wait-limit.ts';
import type { EncodedImage, EncodedPhoto } from './encode-image.ts';
import type { ImageType } from './image-type.ts';
import { limitProcess, type ProcessLimits } from './process-limits.ts';

/** The process ends after this long without images. */
const IDLE_MS = 20_000;
/**
 * The limits of a job. A check takes milliseconds and 20 MB, after one second in which the process
 * starts. Decoding 40 megapixels takes up to 900 MB, and has its own time limit
 * (`encode-image.ts`).
 */
const LIMITS: Record<ImageJob['work'], ProcessLimits> = {
  check: { seconds: 10, megabytes: 350 },
  encode: { seconds: 60, megabytes: 1_300 },
  photo: { seconds: 60, megabytes: 1_300 },
};

// Next to the built server; tests run the sources.
const PROGRAM = `image-program.${import.meta.filename.endsWith('.ts') ? 'ts' : 'js'}`;
const NODE_FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=128'];
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '2',
};

export type ImageJob =
  | { work: 'check'; bytes: Uint8Array; kind: ImageType }
  | { work: 'encode'; bytes: Uint8Array; kind: ImageType; withZoom: boolean }
  | { work: 'photo'; bytes: Uint8Array; kind: ImageType };

type Encoded = EncodedImage | EncodedPhoto | null;

export type ImageResult =
  | { done: Encoded }
  | { refused: { code: ErrorCode; message: string; cause: string } }
  | { failed: string };

const inTurn = createSlots(1);
let running: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * Refuses an unreadable or too large image by its header. Throws 503 after `mostWaitingMs` in the
 * queue.
 */
export async function checkImage(
  bytes: Uint8Array,
  kind: ImageType,
  mostWaitingMs = IMAGE_WAITING_MS,
): Promise<void> {
  await inTurn(() => run({ work: 'check', bytes, kind }), mostWaitingMs);
}

/**
 * Decodes an image that passed `checkImage`, and encodes it in every width and format; `withZoom`
 * adds the rendition for zooming.
 */
export async function encodeImage(
  bytes: Uint8Array,
  kind: ImageType,
  withZoom: boolean,
  mostWaitingMs = IMAGE_WAITING_MS,
): Promise<EncodedImage> {
  const encoded = await inTurn(() => run({ work: 'encode', bytes, kind, withZoom }), mostWaitingMs);
  if (!encoded || !('renditions' in encoded))
    throw new Error('Encoding an image returned nothing.');
  return encoded;
}

/** Decodes an image that passed `checkImage`, and encodes it as one file. */
export async function encodePhoto(bytes: Uint8Array, kind: ImageType): Promise<EncodedPhoto> {
  const encoded = await inTurn(() => run({ work: 'photo', bytes, kind }), IMAGE_WAITING_MS);
  if (!encoded || !('bytes' in encoded)) throw new Error('Encoding a photo returned nothing.');
  return encoded;
}

async function run(job: ImageJob): Promise<Encoded> {
  clearTimeout(idle);
  const child = running ?? start();
  hold(child, true);
  const limits = limitProcess(child, LIMITS[job.work]);
  try {
    return resultOf(await ask(child, job));
  } catch (error) {
    const exceeded = limits.exceeded();
    throw exceeded ? tooCostly(exceeded) : error;
  } finally {
    limits.stop();
    hold(child, false);
    idle = setTimeout(end, IDLE_MS).unref();
  }
}

function start(): ChildProcess {
  const child = fork(join(import.meta.dirname, PROGRAM), {
    execArgv: NODE_FLAGS,
    env: ENVIRONMENT,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const forget = () => {
    if (running === child) running = null;
  };
  child.on('error', forget).on('exit', forget);
  running = child;
  return child;
}

function end(): void {
  running?.kill('SIGKILL');
  running = null;
}

/** Whether the child keeps the shop's process alive: only while a job waits for it. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const what = isHeld ? 'ref' : 'unref';
  child[what]();
  child.channel?.[what]();
}

function ask(child: ChildProcess, job: ImageJob): Promise<ImageResult> {
  return new Promise((resolve, reject) => {
    const settle = () => child.off('message', responded).off('error', failed).off('exit', ended);
    const responded = (result: unknown) => {
      settle();
      resolve(result as ImageResult);
    };
    const failed = (cause: unknown) => {
      settle();
      reject(unavailable(cause));
    };
    const ended = (code: number | null, signal: string | null) =>
      failed(new Error(`The process that decodes images ended with ${signal ?? code}.`));
    child.on('message', responded).on('error', failed).on('exit', ended);
    child.send(job, (error) => error && failed(error));
  });
}

function resultOf(result: ImageResult): Encoded {
  if ('done' in result) return result.done;
  if ('failed' in result) throw new Error(result.failed);
  const { code, message, cause } = result.refused;
  throw new AppError(code, message, { cause });
}

function tooCostly(limit: string): AppError {
  return new AppError(
    'image_unreadable',
    'That image takes too much time or memory to read. Please choose another one, or save it again.',
    { cause: `It took more than ${limit}.` },
  );
}

function unavailable(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'The image could not be read just now. Please try again in a moment.',
    { retryAfterSeconds: 10, cause },
  );
}
