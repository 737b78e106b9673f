/** The program that decodes images in a separate process (`image-process.ts`). */
import { serveJobs } from '#shared/serve-jobs.ts';
import { checkImage, encodeImage, encodePhoto } from './encode-image.ts';
import type { Encoded, ImageJob } from './image-process.ts';

serveJobs(async (job: ImageJob): Promise<Encoded> => {
  if (job.work === 'encode') return encodeImage(job.bytes, job.kind, job.withZoom);
  if (job.work === 'photo') return encodePhoto(job.bytes, job.kind);
  await checkImage(job.bytes, job.kind);
  return null;
});
