import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressedText, pngChunk, pngOf, withChunks } from '../../../test/support/images.ts';
import { stripPng } from './strip-png.ts';

const png = pngOf(20, 10);
const profile = (bytes: number) =>
  pngChunk('iCCP', Buffer.concat([Buffer.from('name\0\0'), deflateSync(Buffer.alloc(bytes))]));
const stripped = (chunks: Buffer[]) => Buffer.from(stripPng(withChunks(png, chunks)));

test('text, large color profiles and unknown chunks are left out', () => {
  const text = compressedText(1);
  const old = pngChunk('zTXt', Buffer.from('key\0\0'));
  const unknown = pngChunk('quXX', Buffer.alloc(9));
  expect(stripped([text, old, text, unknown, profile(5_000_000), profile(90)])).toEqual(png);
});

test('what changes how pixels look stays as it was', () => {
  const chunks = [profile(3_000), pngChunk('gAMA', Buffer.alloc(4)), pngChunk('eXIf', png)];
  expect(stripped(chunks)).toEqual(withChunks(png, chunks));
});

test('a broken file is not longer than it was, and ends where it ended', () => {
  const long = Buffer.from(png);
  long.writeUInt32BE(0x7fffffff, 33);
  expect(stripPng(long)).toEqual(long);
  for (let length = 8; length < png.length; length += 1) {
    const cut = png.subarray(0, length);
    expect(cut.subarray(0, stripPng(cut).length)).toEqual(stripPng(cut));
  }
  expect(Buffer.from(stripPng(Buffer.concat([png, compressedText(1)])))).toEqual(png);
});
