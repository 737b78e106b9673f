import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than looking something up and enqueuing an email takes, in milliseconds. */
const RESPONSE_MS = 300;

/**
 * Awaits work that must not show by its time whether something exists: the result comes after the
 * same time either way.
 */
export async function inEqualTime(work: Promise<void>): Promise<void> {
  await Promise.all([work, sleep(RESPONSE_MS)]);
}
