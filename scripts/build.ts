import { ensureBuild } from './ensure-build.ts';

// npm run build: builds the shop as `npm start` does, without starting it.
await ensureBuild(process.cwd());
