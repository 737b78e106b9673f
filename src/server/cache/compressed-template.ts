import { constants, deflateRawSync } from 'node:zlib';
import { crc32, joinCrc, shiftBy } from './crc.ts';
import type { Template } from './template.ts';

/**
 * A template's segments, compressed once. Each segment ends at a whole byte and refers to nothing
 * before it. So personal values can be inserted between them uncompressed, and the result is an
 * ordinary gzip file.
 */
export interface CompressedTemplate {
  segments: { deflated: Buffer; length: number; crc: number; shift: number }[];
  /** The size of all cached buffers. */
  bytes: number;
}

const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty final block. */
const END = Buffer.from([3, 0]);
/** The header of an uncompressed block: kind, length, and the length's complement. */
const STORED_HEAD = 5;

export function compress({ segments }: Template): CompressedTemplate {
  const compressed = segments.map((segment) => ({
    deflated: deflate(segment),
    length: segment.length,
    crc: crc32(segment),
    shift: shiftBy(segment.length),
  }));
  return {
    segments: compressed,
    bytes: compressed.reduce((sum, { deflated }) => sum + deflated.length, 0),
  };
}

/** A complete gzip file: the segments, with these values between them. */
export function gzip({ segments }: CompressedTemplate, slotValues: Buffer[]): Buffer {
  let size = HEAD.length + END.length + 8;
  for (const { deflated } of segments) size += deflated.length;
  for (const { length } of slotValues) size += length > 0 ? STORED_HEAD + length : 0;
  const file = Buffer.allocUnsafe(size);
  let at = HEAD.copy(file);
  let crc = 0;
  let length = 0;
  segments.forEach((segment, index) => {
    at += segment.deflated.copy(file, at);
    crc = joinCrc(crc, segment.crc, segment.shift);
    length += segment.length;
    const slotValue = slotValues[index];
    if (!slotValue || slotValue.length === 0) return;
    at = writeStored(file, at, slotValue);
    crc = crc32(slotValue, crc);
    length += slotValue.length;
  });
  at += END.copy(file, at);
  at = file.writeUInt32LE(crc, at);
  file.writeUInt32LE(length, at);
  return file;
}

function deflate(segment: Buffer): Buffer {
  if (segment.length === 0) return segment;
  const deflated = deflateRawSync(segment, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  if (deflated.length < segment.length + STORED_HEAD) return deflated;
  const stored = Buffer.allocUnsafe(STORED_HEAD + segment.length);
  writeStored(stored, 0, segment);
  return stored;
}

function writeStored(file: Buffer, from: number, text: Buffer): number {
  let at = file.writeUInt8(0, from);
  at = file.writeUInt16LE(text.length, at);
  at = file.writeUInt16LE(~text.length & 0xffff, at);
  return at + text.copy(file, at);
}
