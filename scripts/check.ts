import { build, runSteps, type Step, types, vitest, walls } from './check/run-steps.ts';

// npm test: everything that has to hold before a change lands. Prints what failed and, last, one
// line with the counts of all tests and checks.

/** Each part has a shop of its own, so that no part meets what another one changes. */
const BROWSER_PARTS = 3;
const browserParts = Array.from({ length: BROWSER_PARTS }, (_, i) => `${i + 1}/${BROWSER_PARTS}`);

/** First what needs no tests and is soon done, then the longest first, so that all lanes end together. */
const steps: Step[] = [
  { name: 'build', commands: [build] },
  { name: 'lint', commands: [['biome', 'ci', '.']] },
  { name: 'types', commands: types },
  { name: 'walls', commands: [walls] },
  { name: 'unused code', commands: [['knip']] },
  { name: 'fault gate', commands: [build, vitest('torture')] },
  { name: 'feature and race tests', commands: [vitest('feature')] },
  { name: 'start tests', commands: [build, vitest('start')] },
  ...browserParts.map((part) => ({
    name: `browser tests ${part}`,
    commands: [build, vitest('browser', `--shard=${part}`)],
    needsChromium: true,
  })),
  { name: 'unit tests', commands: [vitest('unit')] },
];

await runSteps(steps);
