// The program of `npm start`. Plain JavaScript, so that an old Node can run it and say what is
// wrong.
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (!existsSync(new URL('../node_modules/zod', import.meta.url))) {
  refuse('The packages of the shop are not installed. Run: npm ci');
} else if (major < 22 || (major === 22 && minor < 22) || !process.features.typescript) {
  refuse(
    `The shop needs Node 22.22 or newer, and this is ${process.version}. "npm ci", with install scripts allowed, brings a new one, and "npm start" uses it.`,
  );
} else {
  // React chooses its production build by this variable when it is first loaded.
  process.env.NODE_ENV ??= 'production';
  await import('./start.ts');
}

function refuse(line) {
  console.error(line);
  process.exitCode = 1;
}
