import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';

const TYPES = { A: 1, AAAA: 28 };

/** A name server of this machine. */
export interface NameServer {
  /** Its address and port. */
  address: string;
  /** The names that it was asked for, in order, once for each kind of address. */
  asked: string[];
  close(): void;
}

/**
 * Starts a name server that gives these addresses. One whose list is null gets no response, and a
 * name that is not in the table does not exist.
 */
export async function startNameServer(table: Record<string, string[] | null>): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = read(question);
    asked.push(name);
    const found = table[name];
    if (found === null) return;
    const kind = found?.filter((one) => type === (isIPv4(one) ? TYPES.A : TYPES.AAAA)) ?? [];
    const header = Buffer.alloc(12);
    question.copy(header, 0, 0, 2);
    // A response, with recursion; 3 is for a name that does not exist.
    header.writeUInt16BE(found ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(kind.length, 6);
    const records = kind.map((one) => record(type, one));
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => void socket.close(),
  };
}

function read(question: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let size = question.readUInt8(at); size > 0; size = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  // Servers are asked in mixed case against forged responses.
  return { name: labels.join('.').toLowerCase(), type: question.readUInt16BE(at + 1), end: at + 5 };
}

function record(type: number, address: string): Buffer {
  const bytes = isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(address.replaceAll(':', ''), 'hex');
  // The name of the question, the class of the internet, for 0 seconds.
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
}
