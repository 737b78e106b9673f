import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { MAX_IMAGE_BYTES } from '#features/images/images.schema.ts';
import { MAX_FILE_BYTES } from '#features/staff-jobs/staff-jobs.schema.ts';
import { AppError } from '#shared/errors.ts';

/** The most fields of a form. The shop's largest form removes a page of 96 products. */
export const MAX_FIELDS = 120;
/** One byte more than the limit, so that the size check notices a file that is too large. */
const IMAGE_FILES = { files: 4, fileSize: MAX_IMAGE_BYTES + 1 };
const STORED_FILE = { files: 1, fileSize: MAX_FILE_BYTES + 1 };
/** The longest text of a field, in bytes: a page of 30,000 characters of three bytes each. */
const LONGEST_FIELD = 96 * 1024;
/** How many bytes are parsed without a pause. */
const PIECE = 8 * 1024;

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Takes the content of a file, and returns the text that the form has in its place. */
export type StoreFile = (name: string, content: AsyncIterable<Uint8Array>) => Promise<string>;

/** The pattern of the field names in the shop's own forms. */
const PLAIN_NAME = /^[a-z]\w{0,40}$/i;

/**
 * Parses the fields of a posted form; 413 for too many fields, 400 for a body that is not a form.
 * Parsing stops at the limit, because later readers may take quadratic time for a repeated name.
 * Fields with other names are dropped: the library that reads forms takes `a[99999999]` for a list
 * of a hundred million, and `__intent__` for a command. With `storeFile` a form has one file, whose
 * content is never in memory as a whole.
 */
export async function parseForm(
  body: Pieces,
  contentType: string,
  storeFile?: StoreFile,
): Promise<FormData> {
  const form = new FormData();
  const parser = openParser(contentType, storeFile ? STORED_FILE : IMAGE_FILES);
  let fields = 0;
  const add = (name: string | undefined, value: string | File) => {
    if (name && PLAIN_NAME.test(name)) form.append(name, value);
  };
  const refuse = () => parser.destroy(tooMany());
  const countOne = () => {
    fields += 1;
    if (fields > MAX_FIELDS) refuse();
  };
  parser.on('partsLimit', refuse).on('filesLimit', refuse).on('fieldsLimit', refuse);
  parser.on('field', (name, value, _nameCut, isCut) => {
    countOne();
    if (isCut) parser.destroy(tooLong());
    add(name, value);
  });
  const files: Promise<void>[] = [];
  parser.on('file', (name, stream, filename, _encoding, type) => {
    countOne();
    const added = storeFile
      ? storeFile(filename, stream).then((id) => add(name, id))
      : toFile(stream, filename, type).then((file) => add(name, file));
    // The parser itself does not end when a file is cut off.
    added.catch((error: Error) => parser.destroy(error));
    files.push(added);
  });
  try {
    await pipeline(Readable.from(inPieces(body)), parser);
    // A file ends slightly later than the parser.
    await Promise.all(files);
  } catch (error) {
    throw error instanceof AppError ? error : malformed(error);
  }
  return form;
}

/**
 * A file that returns its bytes without copying them. A plain `File` copies them when it is made
 * and again when it is read, which would be most of the memory that an image takes.
 */
class PostedFile extends File {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(chunks: Uint8Array[], name: string, type: string) {
    super([], name, { type });
    this.#bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
    let at = 0;
    for (const chunk of chunks) {
      this.#bytes.set(chunk, at);
      at += chunk.byteLength;
    }
  }

  override get size(): number {
    return this.#bytes.byteLength;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes.buffer);
  }
}

async function toFile(stream: Readable, name: string, type: string): Promise<File> {
  return new PostedFile((await stream.toArray()) as Buffer<ArrayBuffer>[], name, type);
}

function openParser(
  contentType: string,
  { files, fileSize }: { files: number; fileSize: number },
): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Browsers mark a file by its name. The library treats every part of an unknown type as a
      // file.
      isPartAFile: (_name, _type, filename) => filename !== undefined,
      limits: {
        // One more than the limit, so that the caller notices when it is exceeded.
        fields: MAX_FIELDS + 1,
        parts: MAX_FIELDS + 1,
        files,
        fieldNameSize: 100,
        fieldSize: LONGEST_FIELD,
        fileSize,
        headerPairs: 20,
        headerSize: 4 * 1024,
      },
    });
  } catch (error) {
    throw malformed(error);
  }
}

async function* inPieces(body: Pieces): AsyncIterable<Uint8Array> {
  for await (const chunk of body) {
    for (let at = 0; at < chunk.byteLength; at += PIECE) yield chunk.subarray(at, at + PIECE);
  }
}

function tooMany(): AppError {
  return new AppError(
    'body_too_large',
    `That form has too many fields. The shop accepts at most ${MAX_FIELDS}.`,
  );
}

function tooLong(): AppError {
  return new AppError('body_too_large', 'A text in that form is too long. Please shorten it.');
}

function malformed(cause: unknown): AppError {
  return new AppError('malformed', 'That form could not be read. Please try again.', { cause });
}
