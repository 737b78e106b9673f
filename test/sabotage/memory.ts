import type { Sabotage } from './patch.ts';

/** Ways to let strangers fill the memory of the shop's processes. */
export const memory: Sabotage[] = [
  {
    name: 'takes bodies in crumbs',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: 'createServer({ ...options, IncomingMessage: IncomingRequest }, begin',
        replace: 'createServer(options, begin',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'begins all pipelined requests of a connection at once',
    edits: [
      {
        file: 'src/server/http/in-turn.ts',
        find: 'if (!isBusy) start',
        replace: 'if (isBusy || !isBusy) start',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'inflates the texts of an image before it looks at its size',
    edits: [
      {
        file: 'src/features/images/encode-image.ts',
        find: "kind === 'png' ? stripPng(bytes) : bytes",
        replace: 'bytes',
      },
    ],
    caughtBy: ['test/api/uploads.test.ts'],
  },
  {
    name: 'lets an image take any amount of memory',
    edits: [
      {
        file: 'src/features/images/process-limits.ts',
        find: 'if (residentMegabytes(child.pid) > megabytes) end',
        replace: 'if (residentMegabytes(child.pid) < 0) end',
      },
    ],
    caughtBy: ['src/features/images/process-limits.test.ts'],
  },
  {
    name: 'counts only images that can be read',
    edits: [
      {
        file: 'src/features/images/images.ts',
        find: '  await countRepeated(ctx, sender, name);\n',
        replace: '  await checkImage(bytes, kind);\n',
      },
    ],
    caughtBy: ['test/api/upload-limits.test.ts'],
  },
];
