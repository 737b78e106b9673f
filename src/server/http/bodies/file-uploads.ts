import type { Context } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import { MAX_FILE_BYTES } from '#features/staff-jobs/staff-jobs.schema.ts';
import { fileTooLarge } from '#features/staff-jobs/staff-jobs.ts';
import type { VisitorReader } from '#features/visitors/visitors.ts';
import { createSlots } from '#shared/slots.ts';
import {
  BodyTooLarge,
  declaredSize,
  incomingBody,
  LARGE_PACE,
  receiveBody,
} from './receive-body.ts';
import { requireStaff } from './staff-senders.ts';
import { openStoredBody, type StoredBody } from './stored-body.ts';

/** The call and the page that take a file of staff. */
const FILE_FORMS = /^(?:\/api\/v1\/imports|\/admin\/imports(?:\.data)?)$/i;
/** The largest body: the file, and the fields around it. */
const MAX_BYTES = MAX_FILE_BYTES + 64 * 1024;
/** How many bodies arrive or are on the disk at a time. One more waits, and others are refused. */
const AT_A_TIME = 2;
const WAITING = 4;

type Work = (form: AsyncIterable<Uint8Array>) => Promise<void>;

/** Whether a body may carry a large file, which only staff send. */
export function isFileUpload(c: Context<AppEnv>, type: string): boolean {
  return (
    c.req.method === 'POST' && FILE_FORMS.test(c.req.path) && /^multipart\/form-data\b/i.test(type)
  );
}

/**
 * Stores a body of staff in a file of `folder` until it has been processed. Reads nothing from
 * other people: 401 for guests, 403 for customers.
 */
export function createFileUploads(folder: string, visitors: VisitorReader) {
  const slots = createSlots(AT_A_TIME, WAITING);
  return async (c: Context<AppEnv>, work: Work): Promise<undefined> => {
    await requireStaff(c, visitors);
    if (declaredSize(c) > MAX_BYTES) throw fileTooLarge();
    await slots(async () => {
      const body = await openStoredBody(folder);
      try {
        await receive(c, body);
        await work(body.read());
      } finally {
        await body.remove();
      }
    });
    return undefined;
  };
}

async function receive(c: Context<AppEnv>, body: StoredBody): Promise<void> {
  const incoming = incomingBody(c);
  if (!incoming) return;
  const { signal } = c.req.raw;
  const keep = (chunk: Uint8Array) => body.add(chunk);
  try {
    await receiveBody(incoming, { mostBytes: MAX_BYTES, pace: LARGE_PACE, signal, keep });
  } catch (error) {
    throw error instanceof BodyTooLarge ? fileTooLarge() : error;
  }
}
