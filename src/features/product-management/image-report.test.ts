import { expect, test } from 'vitest';
import { imageReport } from './image-report.schema.ts';

const none = { toFetch: 0, done: 0, fetched: 0, failed: 0, stay: {} };

test('a check says how many images will be fetched, and how many stay on which hosts', () => {
  expect(imageReport({ ...none, toFetch: 1_204 }, 'check')).toEqual([
    '1,204 images will be fetched into this shop.',
  ]);
  expect(imageReport({ ...none, stay: { 'a.example': 1, 'b.example': 2 } }, 'check')).toEqual([
    '3 images stay on b.example (2), a.example (1). If they are removed there, such as with a closed account, this shop loses them. To keep them, check the file again with ‘Fetch them into this shop’.',
  ]);
});

test('an import says what became of its images, and what is still to do', () => {
  const counts = { toFetch: 9, done: 7, fetched: 5, failed: 1, stay: { 'a.example': 1 } };
  expect(imageReport(counts, 'import')).toEqual([
    '5 images fetched into this shop.',
    '2 images not fetched yet: products show them from their hosts, or not at all.',
    '1 image could not be fetched and is missing. The problems name each.',
    '1 image stays on a.example (1). If it is removed there, such as with a closed account, this shop loses it. To keep it, export these products and import that file with ‘Fetch them into this shop’.',
  ]);
});

test('on the command line, the advice names the option', () => {
  const counts = { ...none, stay: { 'a.example': 1 } };
  expect(imageReport(counts, 'check', 'command')).toEqual([
    expect.stringMatching(/To keep it, check the file again without --leave-images\.$/),
  ]);
});

test('nothing is said without images, and of imports of earlier versions', () => {
  expect(imageReport(none, 'import')).toEqual([]);
  expect(imageReport(undefined, 'import')).toEqual([]);
});
