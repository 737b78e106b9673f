/**
 * The program that decodes pictures, in a process of its own (`picture-process.ts`): takes a job by a
 * message, one at a time, and sends back its result.
 */
import { findRefusal } from '#shared/errors.ts';
import { checkPicture, encodePicture } from './encode-picture.ts';
import type { PictureJob, PictureResult } from './picture-process.ts';

async function run(job: PictureJob): Promise<PictureResult> {
  try {
    if (job.work === 'encode') return { done: await encodePicture(job.bytes) };
    await checkPicture(job.bytes, job.kind);
    return { done: null };
  } catch (error) {
    const refusal = findRefusal(error);
    if (!refusal) return { failed: String(error) };
    const { code, message, cause } = refusal;
    return { refused: { code, message, cause: String(cause) } };
  }
}

process.on('message', (job: PictureJob) => {
  void run(job).then((result) => process.send?.(result));
});
// It goes with the shop, at once, whatever it is decoding.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C in a terminal reaches it too, while the shop still finishes uploads on their way.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
