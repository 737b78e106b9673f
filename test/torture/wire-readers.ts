/** What goes over a wire, in the words of the order path: the named points where faults strike. */
import type { WireReader } from './wire.ts';

/** Requests to PostgreSQL after which, or before which, something about an order is true. */
export const DATABASE_MOMENTS = [
  'commit of a placed order',
  'commit of a settled payment',
  'commit of a capture that goes back',
  'commit of a cancelled order',
  'commit of a refund carried out',
  'commit of a written payment',
  'commit of a parcel',
  'commit of a requested return',
  'commit of a received return',
  'intent noted',
  'provider event stored',
] as const;

/** Requests to the card provider. */
export const PROVIDER_MOMENTS = [
  'intent created',
  'intent looked at',
  'intent cancelled',
  'refund made',
  'intents searched',
  'refunds listed',
] as const;

// In this order: the first that fits what a transaction has done names its commit.
const commits: [name: (typeof DATABASE_MOMENTS)[number], sign: RegExp][] = [
  ['commit of a parcel', /insert into "fulfillments"/],
  ['commit of a requested return', /insert into "returns"/],
  ['commit of a received return', /update "return_lines"/],
  ['commit of a placed order', /insert into "orders"/],
  ['commit of a refund carried out', /update "refunds"/],
  ['commit of a capture that goes back', /insert into "refunds"/],
  ['commit of a settled payment', /insert into "ledger_entries"/],
  ['commit of a cancelled order', /update "orders"[\s\S]*insert into "order_events"/],
  ['commit of a written payment', /insert into "payments"/],
];

const statements: [name: (typeof DATABASE_MOMENTS)[number], sign: RegExp][] = [
  ['intent noted', /^update "payments" set "intent_id"/],
  ['provider event stored', /^insert into "provider_events"/],
];

/**
 * Reads PostgreSQL's protocol. SQL stands in simple queries ('Q') and in 'Parse' messages ('P'); a
 * 'Bind' ('B') names the parsed statement that is about to run, now or as often as it is prepared.
 */
export function readDatabase(): WireReader {
  let rest = Buffer.alloc(0);
  let hasStarted = false;
  let done: string | null = null;
  const parsed = new Map<string, string>();

  const nameOf = (sql: string): string | null => {
    if (/^begin/i.test(sql)) {
      done = '';
      return null;
    }
    if (/^commit/i.test(sql)) {
      const work = done ?? '';
      done = null;
      return commits.find(([, sign]) => sign.test(work))?.[0] ?? 'commit';
    }
    if (/^rollback/i.test(sql)) done = null;
    if (done === null) return statements.find(([, sign]) => sign.test(sql))?.[0] ?? null;
    done += `${sql}\n`;
    return null;
  };

  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    let name: string | null = null;
    for (;;) {
      const at = hasStarted ? 1 : 0;
      if (rest.length < at + 4) return name;
      const length = at + rest.readInt32BE(at);
      if (rest.length < length) return name;
      const type = hasStarted ? String.fromCharCode(rest[0] ?? 0) : '';
      const body = rest.subarray(at + 4, length);
      if (type === 'Q') name = nameOf(textAt(body, 0)) ?? name;
      if (type === 'P') parsed.set(textAt(body, 0), textAt(body, body.indexOf(0) + 1));
      if (type === 'B') {
        name = nameOf(parsed.get(textAt(body, body.indexOf(0) + 1)) ?? '') ?? name;
      }
      hasStarted = true;
      rest = rest.subarray(length);
    }
  };
}

/** Reads the head of each request to the provider's API. */
export function readProvider(): WireReader {
  return (chunk) => {
    const line = chunk.subarray(0, 200).toString('latin1').split('\r\n')[0] ?? '';
    if (/^POST \/v1\/payment_intents /.test(line)) return 'intent created';
    if (/^GET \/v1\/payment_intents\//.test(line)) return 'intent looked at';
    if (/^GET \/v1\/payment_intents\?created/.test(line)) return 'intents searched';
    if (/^GET \/v1\/refunds/.test(line)) return 'refunds listed';
    if (/^POST \/v1\/payment_intents\/\w+\/cancel/.test(line)) return 'intent cancelled';
    return /^POST \/v1\/refunds /.test(line) ? 'refund made' : null;
  };
}

function textAt(body: Buffer, start: number): string {
  return body.subarray(start, body.indexOf(0, start)).toString('utf8').trimStart();
}
