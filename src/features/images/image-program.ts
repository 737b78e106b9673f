/**
 * The program that decodes images in a separate process (`image-process.ts`). It receives one job
 * at a time as a message and sends back the result.
 */
import { findRefusal } from '#shared/errors.ts';
import { checkImage, encodeImage, encodePhoto } from './encode-image.ts';
import type { ImageJob, ImageResult } from './image-process.ts';
import { lowerPriority } from './lower-priority.ts';

async function run(job: ImageJob): Promise<ImageResult> {
  try {
    if (job.work === 'encode') {
      return { done: await encodeImage(job.bytes, job.kind, job.withZoom) };
    }
    if (job.work === 'photo') return { done: await encodePhoto(job.bytes, job.kind) };
    await checkImage(job.bytes, job.kind);
    return { done: null };
  } catch (error) {
    const refusal = findRefusal(error);
    if (!refusal) return { failed: String(error) };
    const { code, message, cause } = refusal;
    return { refused: { code, message, cause: String(cause) } };
  }
}

lowerPriority();
process.on('message', (job: ImageJob) => {
  void run(job).then((result) => process.send?.(result));
});
// Ends at once when the shop's process ends, even while decoding.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C in a terminal signals this process too, while the shop still finishes uploads.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
