import { connect, createServer } from 'node:net';

/** A door to PostgreSQL that notes every statement which goes through it. */
export interface CountingProxy {
  port: number;
  /** The statements that were carried out since this was asked last. */
  take(): string[];
  close(): Promise<void>;
}

export async function openCountingProxy(socketPath: string): Promise<CountingProxy> {
  let statements: string[] = [];
  const server = createServer((client) => {
    const database = connect(socketPath);
    const read = readStatements((statement) => statements.push(statement));
    client.on('data', (data: Buffer) => {
      read(data);
      database.write(data);
    });
    database.on('data', (data) => client.write(data));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Reads PostgreSQL's protocol as far as needed: what is parsed, under which name, and executed. */
function readStatements(note: (statement: string) => void): (data: Buffer) => void {
  const parsed = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  let bound = '';
  return (data) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      // The first message has no kind.
      const head = isStarted ? 5 : 4;
      if (rest.length < head) return;
      const length = rest.readUInt32BE(head - 4) + head - 4;
      if (rest.length < length) return;
      const kind = isStarted ? String.fromCharCode(rest[0] ?? 0) : '';
      const texts = rest.subarray(head, length).toString('latin1').split('\0');
      isStarted = true;
      rest = rest.subarray(length);
      if (kind === 'Q') note(texts[0] ?? '');
      if (kind === 'P') parsed.set(texts[0] ?? '', texts[1] ?? '');
      if (kind === 'B') bound = parsed.get(texts[1] ?? '') ?? '';
      if (kind === 'E') note(bound);
    }
  };
}
