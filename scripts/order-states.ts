import { writeFile } from 'node:fs/promises';
import { describeOrderStates } from './order-states/describe.ts';

// npm run docs:states: writes docs/order-states.md from the table in
// src/features/orders/order-states.ts.
await writeFile('docs/order-states.md', describeOrderStates());
