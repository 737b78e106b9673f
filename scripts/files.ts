import { writeFileSync } from 'node:fs';
import { listFiles } from './files/list-files.ts';

// npm run docs:files: lists the source files of each folder in docs/files.md.

writeFileSync('docs/files.md', listFiles());
