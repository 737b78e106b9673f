/** After so many bytes what is left of them is looked for. */
const EVERY_BYTES = 8 * 1024 * 1024;

let received = 0;

/**
 * Frees the chunks of large bodies soon after they were written. By itself V8 looks at its own small
 * objects alone before it tidies, and by then the chunks that belong to them are 200 MB.
 */
export function freeChunks(bytes: number): void {
  received += bytes;
  if (received < EVERY_BYTES) return;
  received = 0;
  // There with the flag that `npm start` sets; a few milliseconds.
  globalThis.gc?.({ type: 'minor' });
}
