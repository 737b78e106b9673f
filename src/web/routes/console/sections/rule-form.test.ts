import { expect, test } from 'vitest';
import { nothingFits, readContent, ruleFields } from './rule-form.ts';

const rule = (tags: string[]) => ({
  ...{ category: null, tags, minMinor: null, maxMinor: null, inStock: false },
});

test('a rule that nothing fits names the tags in use that differ in case only', () => {
  const tags = ['rain', 'RAIN', 'wool'];
  expect(nothingFits(rule(['Rain']), tags)).toBe(
    'No product in the shop fits this rule now. Tags are exact: upper and lower case differ. In use: “rain”, “RAIN”.',
  );
  for (const known of [['rain'], ['snow'], []]) {
    expect(nothingFits(rule(known), tags)).toBe('No product in the shop fits this rule now.');
  }
});

test('tags with commas stay whole in the form', () => {
  const posted = new FormData();
  posted.append('kind', 'rule');
  posted.append('ruleTags', ruleFields(rule(['a, b', 'wool'])).ruleTags);
  expect(readContent(posted).rule).toMatchObject({ tags: ['a, b', 'wool'] });
});

test('the prices of a rule may have a decimal comma', () => {
  const posted = new FormData();
  for (const [name, text] of [
    ['kind', 'rule'],
    ['ruleMin', '1,5'],
  ] as const)
    posted.append(name, text);
  expect(readContent(posted).rule).toMatchObject({ min: '1.50', max: null });
});
