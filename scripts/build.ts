import { ensureBuild } from './ensure-build.ts';

// npm run build: what `npm start` does first, without starting.
await ensureBuild(process.cwd());
