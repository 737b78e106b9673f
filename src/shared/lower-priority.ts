import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** How much the priority of a separate process is below that of the shop. */
const LOWER_BY = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers the priority of this process, because its work must not take a processor from the thread
 * that handles requests of the shop. On Linux a priority belongs to one thread. Those that begin
 * later have that of the thread that starts them, and Node has started some before.
 */
export function lowerPriority(): void {
  const lower = Math.min(constants.priority.PRIORITY_LOW, getPriority() + LOWER_BY);
  for (const thread of threads()) {
    try {
      setPriority(thread, lower);
    } catch {
      // The thread has ended, or this is not permitted. Then the work is done with the
      // shop's own priority.
    }
  }
}

/** The threads of this process; 0, the process itself, where the system has no list of them. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [0];
  }
}
