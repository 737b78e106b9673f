/**
 * The program that decodes images, in a process of its own (`image-process.ts`): takes a job by a
 * message, one at a time, and sends back its result.
 */
import { findRefusal } from '#shared/errors.ts';
import { checkImage, encodeImage } from './encode-image.ts';
import type { ImageJob, ImageResult } from './image-process.ts';

async function run(job: ImageJob): Promise<ImageResult> {
  try {
    if (job.work === 'encode') return { done: await encodeImage(job.bytes, job.kind) };
    await checkImage(job.bytes, job.kind);
    return { done: null };
  } catch (error) {
    const refusal = findRefusal(error);
    if (!refusal) return { failed: String(error) };
    const { code, message, cause } = refusal;
    return { refused: { code, message, cause: String(cause) } };
  }
}

process.on('message', (job: ImageJob) => {
  void run(job).then((result) => process.send?.(result));
});
// It goes with the shop, at once, whatever it is decoding.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C in a terminal reaches it too, while the shop still finishes uploads on their way.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
