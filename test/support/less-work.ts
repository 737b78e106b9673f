/**
 * Arguments of Node for a shop whose pages are tested, and not its memory: what is new is seldom
 * collected, and code that runs a few times is not compiled for speed.
 */
export const LESS_WORK = [
  '--max-semi-space-size=32',
  '--initial-heap-size=256',
  '--no-opt',
  '--no-maglev',
];
