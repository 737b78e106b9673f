/** A mail server on this machine that keeps what it gets, and fails when it is told to. */
import type { Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

type Failure =
  /** The recipient is unknown: 550. */
  | 'no such recipient'
  /** What is written is refused: 554. */
  | 'refused'
  /** Try later: 451. */
  | 'busy'
  /** It takes the mail and says so after 600 ms. */
  | 'slow'
  /** It takes the mail and never says so. */
  | 'silent'
  /** It takes the mail and hangs up before it says so. */
  | 'cut';

export interface SmtpFake {
  /** With the user name and the password. */
  url: string;
  port: number;
  /** Everything that came in whole, the oldest first, acknowledged or not. */
  received: Email[];
  failNext(how: Failure, times?: number): void;
  /** Takes no connection any more, until it comes back at the same port. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export const SMTP_PASSWORD = 'pass word/of?smtp';

export async function startSmtpFake(options: SMTPServerOptions = {}): Promise<SmtpFake> {
  const received: Email[] = [];
  let failures: Failure[] = [];
  let port = 0;
  let server: SMTPServer | null = null;
  const sockets = new Set<Socket>();

  const refusal = (responseCode: number, words: string) =>
    Object.assign(new Error(words), { responseCode });

  async function comeBack(): Promise<void> {
    const own = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authOptional: true,
      disableReverseLookup: true,
      closeTimeout: 50,
      onAuth({ password }, _session, done) {
        if (password === SMTP_PASSWORD) done(null, { user: 'shop' });
        else done(refusal(535, `Not with the password ${password}`));
      },
      onRcptTo(_address, _session, done) {
        if (failures[0] !== 'no such recipient') return done();
        failures.shift();
        done(refusal(550, 'No such recipient'));
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          const failure = failures.shift();
          if (failure === 'refused') return done(refusal(554, 'We do not want this'));
          if (failure === 'busy') return done(refusal(451, 'Try again later'));
          received.push(await PostalMime.parse(Buffer.concat(chunks)));
          if (failure === 'slow') return setTimeout(done, 600);
          if (failure === 'silent') return;
          if (failure === 'cut') {
            for (const socket of sockets) {
              if (socket.remotePort === session.remotePort) socket.destroy();
            }
            return;
          }
          done();
        });
      },
      ...options,
    });
    own.server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      own.once('error', reject);
      own.listen(port, '127.0.0.1', resolve);
    });
    own.on('error', () => {});
    const address = own.server.address();
    port = typeof address === 'object' && address ? address.port : 0;
    server = own;
  }

  async function goAway(): Promise<void> {
    const own = server;
    server = null;
    for (const socket of sockets) socket.destroy();
    if (own) await new Promise<void>((resolve) => own.close(() => resolve()));
  }

  await comeBack();
  return {
    url: `smtp://shop:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:${port}`,
    port,
    received,
    failNext(how, times = 1) {
      failures = [...failures, ...Array.from({ length: times }, () => how)];
    },
    goAway,
    comeBack,
    close: goAway,
  };
}
