import { ensureBuild } from './ensure-build.ts';

// npm run build: what `npm start` does first, without starting.
process.env.NODE_ENV ??= 'production';
await ensureBuild(process.cwd());
