/** The program that decodes images in a separate process (`image-process.ts`). */
import { serveJobs } from '#shared/serve-jobs.ts';
import { checkImage, type EncodedImage, encodeImage } from './encode-image.ts';
import type { ImageJob } from './image-process.ts';

serveJobs(async (job: ImageJob): Promise<EncodedImage | null> => {
  if (job.work === 'encode') return encodeImage(job.bytes, job.kind, job.withZoom);
  await checkImage(job.bytes, job.kind);
  return null;
});
