import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter } from 'vitest/node';

type OnTestRunEnd = NonNullable<Reporter['onTestRunEnd']>;
type Modules = Parameters<OnTestRunEnd>[0];
type Errors = Parameters<OnTestRunEnd>[1];

/** The counts of a test run, which the steps add up. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
  /** Each failure with its file, its name and its message. */
  reasons: string[];
  /** Each test that passed at the second attempt, with its file, its name and its first message. */
  unsteady: string[];
}

/**
 * A reporter that writes `TestCounts` to the file that CHECK_REPORT names. It also counts failures
 * outside of tests: a file that can't be loaded, a hook before or after tests, an uncaught error.
 */
export default class CheckReport implements Reporter {
  onTestRunEnd(modules: Modules, unhandled: Errors): void {
    const counts: TestCounts = { passed: 0, failed: 0, skipped: 0, reasons: [], unsteady: [] };
    const fail = (name: string, errors: Errors) => {
      counts.failed += 1;
      counts.reasons.push(describe(name, errors));
    };
    for (const module of modules) {
      const file = module.relativeModuleId;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        const name = `${file} > ${test.fullName}`;
        if (test.diagnostic()?.flaky) counts.unsteady.push(describe(name, errors ?? []));
        if (state === 'failed') fail(name, errors);
        else counts[state === 'passed' ? 'passed' : 'skipped'] += 1;
      }
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) fail(`${file} > ${suite.fullName}`, suite.errors());
      }
      if (module.errors().length > 0) fail(file, module.errors());
    }
    if (unhandled.length > 0) fail('Errors outside of any test', unhandled);
    const file = process.env.CHECK_REPORT;
    if (!file) throw new Error('CHECK_REPORT names no file for the report.');
    writeFileSync(file, JSON.stringify(counts));
  }
}

/** A test and what it failed with, without the lines of libraries. */
function describe(name: string, errors: Errors): string {
  // A thrown value may lack both.
  const said = errors.flatMap(({ stack, message, diff }) =>
    [stack || message || 'It has no message.', stripVTControlCharacters(String(diff ?? ''))]
      .join('\n')
      .split('\n'),
  );
  const own = said.filter((line) => !/node_modules|node:internal/.test(line));
  return [name, ...own].join('\n').slice(0, 4_000);
}
