import { build, runSteps, type Step, types, vitest, walls } from './check/run-steps.ts';

// npm test: everything that has to hold before a change lands. Prints what failed and, last, one
// line with the counts of all tests and checks.

/** Each part has a shop or a database of its own, so that no part meets what another one changes. */
const partsOf = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}/${count}`);

/** First what needs no tests and is soon done, then the longest first, so that all lanes end together. */
const steps: Step[] = [
  { name: 'build', commands: [build] },
  { name: 'lint', commands: [['biome', 'ci', '.']] },
  { name: 'types', commands: types },
  { name: 'walls', commands: [walls] },
  { name: 'unused code', commands: [['knip']] },
  { name: 'fault gate', commands: [build, vitest('torture')] },
  { name: 'feature and race tests', commands: [vitest('feature')] },
  ...partsOf(2).map((part) => ({
    name: `start tests ${part}`,
    commands: [build, vitest('start', `--shard=${part}`)],
  })),
  ...partsOf(3).map((part) => ({
    name: `browser tests ${part}`,
    commands: [build, vitest('browser', `--shard=${part}`)],
    needsChromium: true,
  })),
  { name: 'unit tests', commands: [vitest('unit')] },
];

await runSteps(steps);
