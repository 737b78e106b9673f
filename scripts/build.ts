import { StartError } from '#shared/start-error.ts';
import { ensureBuild } from './ensure-build.ts';

// npm run build: builds the shop as `npm start` does, without starting it.

try {
  await ensureBuild(process.cwd());
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}
