import { build, runSteps, type Step, types, vitest } from './check/run-steps.ts';

// npm test: all checks and tests that must pass before a change is merged. Prints the failures and,
// last, one line with the counts of all tests and checks.

/** Each part has its own shop or database, so that no part sees the changes of another. */
const partsOf = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}/${count}`);

/**
 * The longest steps come first and the shortest last, so that all lanes end together. The build is
 * at the beginning, because others wait for it. Browser tests are split into parts for the same reason,
 * although starting a shop, a browser and Vitest for each takes five seconds of processor time. The
 * start tests have a lane to themselves.
 */
const steps: Step[] = [
  { name: 'build', commands: [build] },
  { name: 'feature and race tests', commands: [vitest('feature')] },
  { name: 'fault gate', commands: [build, vitest('torture')] },
  { name: 'start tests', commands: [build, vitest('start')], waits: true },
  ...partsOf(4).map((part) => ({
    name: `browser tests ${part}`,
    commands: [build, vitest('browser', `--shard=${part}`)],
    needsChromium: true,
  })),
  // They also check who imports whom, as `npm run walls` does.
  { name: 'unit tests', commands: [vitest('unit')] },
  { name: 'types', commands: types },
  { name: 'lint', commands: [['biome', 'ci', '.']] },
  { name: 'unused code', commands: [['knip']] },
];

await runSteps(steps);
