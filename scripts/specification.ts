import { readFileSync, writeFileSync } from 'node:fs';
import { linkTests } from './specification/link-tests.ts';
import { readTestSources } from './specification/test-sources.ts';

// npm run docs:specification: writes into docs/specification.md which test files show each line.
// Exits with 1 when a line has no test or a test names a line that does not exist.

const PATH = 'docs/specification.md';
const { page, faults } = linkTests(readFileSync(PATH, 'utf8'), readTestSources());
writeFileSync(PATH, page);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
