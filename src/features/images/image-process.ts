/**
 * Decodes the images of strangers in a process of its own, one at a time. Decoding takes up to
 * ten times the memory of the rest of the shop, and is what a hostile file attacks: here it
 * ends with the process, which knows no secrets and is gone when it has had nothing to do for a while.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { createSlots } from '#shared/slots.ts';
import type { EncodedImage } from './encode-image.ts';
import type { ImageType } from './image-type.ts';

/** Without images for so long, it ends. */
const IDLE_MS = 20_000;
/** Decoding has a limit of its own (`encode-image.ts`); this is for whatever else may hang. */
const JOB_MS = 60_000;

// Beside the built server; tests run from the sources.
const PROGRAM = `image-program.${import.meta.filename.endsWith('.ts') ? 'ts' : 'js'}`;
const NODE_FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=128'];
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '2',
};

export type ImageJob =
  | { work: 'check'; bytes: Uint8Array; kind: ImageType }
  | { work: 'encode'; bytes: Uint8Array };

export type ImageResult =
  | { done: EncodedImage | null }
  | { refused: { code: ErrorCode; message: string; cause: string } }
  | { failed: string };

const inTurn = createSlots(1);
let running: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;

/** Refuses by its header an image that can't be read or is too large. */
export async function checkImage(bytes: Uint8Array, kind: ImageType): Promise<void> {
  await inTurn(() => run({ work: 'check', bytes, kind }));
}

/** Decodes an image that passed `checkPicture`, and encodes it in every width and format. */
export async function encodeImage(bytes: Uint8Array): Promise<EncodedImage> {
  const encoded = await inTurn(() => run({ work: 'encode', bytes }));
  if (!encoded) throw new Error('An image was encoded, and nothing came of it.');
  return encoded;
}

async function run(job: ImageJob): Promise<EncodedImage | null> {
  clearTimeout(idle);
  const child = running ?? start();
  hold(child, true);
  const overdue = setTimeout(() => child.kill('SIGKILL'), JOB_MS);
  try {
    return resultOf(await ask(child, job));
  } finally {
    clearTimeout(overdue);
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

/** Whether it keeps the shop's process going: only while somebody waits for it. */
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

function resultOf(result: ImageResult): EncodedImage | null {
  if ('done' in result) return result.done;
  if ('failed' in result) throw new Error(result.failed);
  const { code, message, cause } = result.refused;
  throw new AppError(code, message, { cause });
}

function unavailable(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'The image could not be read just now. Please try again in a moment.',
    { retryAfterSeconds: 10, cause },
  );
}
