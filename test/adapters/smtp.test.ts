import { type AddressInfo, createServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailFailure, type MailPort } from '#adapters/mail/port.ts';
import { createSmtpMail } from '#adapters/mail/smtp.ts';
import { SMTP_PASSWORD, type SmtpFake, startSmtpFake } from '../support/fake-smtp.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../support/smtp-certificate.ts';
import { contactMail, describeMail } from './mail.ts';

const limits = { connectMs: 1_500, responseMs: 1_500, wholeMs: 4_500 };

describeMail('SMTP', async () => {
  const server = await startSmtpFake();
  return {
    mail: createSmtpMail({ url: server.url }),
    async arrived() {
      return server.received.map(({ replyTo, text }) => ({
        writer: replyTo?.[0]?.name ?? '',
        writerEmail: replyTo?.[0]?.address ?? '',
        message: (text ?? '').replaceAll('\r\n', '\n').trimEnd(),
      }));
    },
    goAway: server.goAway,
    comeBack: server.comeBack,
    secret: SMTP_PASSWORD,
    close: server.close,
  };
});

describe('a mail server', () => {
  let server: SmtpFake;
  let mail: MailPort;
  beforeAll(async () => {
    server = await startSmtpFake();
    mail = createSmtpMail({ url: server.url, limits });
  });
  afterAll(() => server.close());

  const failureOf = async (work: Promise<void>): Promise<MailFailure> => {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(MailFailure);
    return error as MailFailure;
  };

  test('gets text and HTML, with the headers of the shop and no others', async () => {
    const sent = contactMail({ subject: 'Größe — 💌' });
    await mail.send(sent);
    const got = server.received.at(-1);
    expect(got).toMatchObject({
      messageId: `<${sent.messageId}>`,
      from: sent.from,
      to: [{ address: sent.to }],
      replyTo: [sent.replyTo],
      subject: 'Größe — 💌',
    });
    expect(got?.html?.trim()).toBe(sent.html);
    expect(got?.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(sent.text);
    expect(got?.headers.map(({ key }) => key).sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ]);
  });

  test('gets the same Message-ID when an email is sent again', async () => {
    const sent = contactMail();
    await mail.send(sent);
    await mail.send(sent);
    const ids = server.received.slice(-2).map(({ messageId }) => messageId);
    expect(ids).toEqual([`<${sent.messageId}>`, `<${sent.messageId}>`]);
  });

  test.each([
    ['no such recipient', true],
    ['refused', true],
    ['busy', false],
    ['silent', false],
    ['cut', false],
  ] as const)('that is "%s" is a failure, and a refusal: %s', async (how, isRefusal) => {
    server.failNext(how);
    const failure = await failureOf(mail.send(contactMail()));
    expect(failure.isRefusal).toBe(isRefusal);
    await mail.send(contactMail());
  });

  test('may take longer to accept an email than to connect', async () => {
    const patient = createSmtpMail({ url: server.url, limits: { ...limits, connectMs: 300 } });
    const before = server.received.length;
    server.failNext('slow');
    await patient.send(contactMail());
    expect(server.received).toHaveLength(before + 1);
  });

  test('that responds again and again and never comes to an end is given up', async () => {
    const sockets = new Set<Socket>();
    const endless = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      socket.write('220 hello\r\n');
      const timer = setInterval(() => socket.write('250-one more thing\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const { port } = endless.address() as AddressInfo;
    const url = `smtp://127.0.0.1:${port}`;
    const failure = await failureOf(createSmtpMail({ url, limits }).send(contactMail()));
    expect(failure.message).toBe('The mail server took too long to respond.');
    for (const socket of sockets) socket.destroy();
    endless.close();
  });

  test('that refuses the password is named without it', async () => {
    const url = server.url.replace(encodeURIComponent(SMTP_PASSWORD), 'wrong-secret');
    const failure = await failureOf(createSmtpMail({ url }).send(contactMail()));
    expect(failure.message).toBe('The mail server refuses the user name or the password.');
    expect(failure.isRefusal).toBe(false);
  });

  test('elsewhere gets nothing without TLS, unless the address says so', async () => {
    // Not an address of this machine by its name, though it leads here.
    const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0');
    const before = server.received.length;
    await failureOf(createSmtpMail({ url: elsewhere }).send(contactMail()));
    expect(server.received).toHaveLength(before);
    await createSmtpMail({ url: `${elsewhere}?tls=no` }).send(contactMail());
    expect(server.received).toHaveLength(before + 1);
  });
});

describe.each([
  ['TLS from the start', 'smtps', { secure: true }],
  ['TLS after the greeting', 'smtp', { secure: false, disabledCommands: [] }],
])('a mail server with %s', (_, protocol, options) => {
  let server: SmtpFake;
  const authorities = getCACertificates('default');
  beforeAll(async () => {
    server = await startSmtpFake({ ...options, key: CERTIFICATE_KEY, cert: CERTIFICATE });
  });
  afterAll(async () => {
    setDefaultCACertificates(authorities);
    await server.close();
  });

  test('gets mail once somebody vouches for its certificate, and not before', async () => {
    const url = server.url.replace('smtp:', `${protocol}:`).replace('127.0.0.1', '0.0.0.0');
    const mail = createSmtpMail({ url });
    await expect(mail.send(contactMail())).rejects.toThrow(/self.signed certificate/);
    expect(server.received).toHaveLength(0);
    setDefaultCACertificates([...authorities, CERTIFICATE]);
    await mail.send(contactMail());
    expect(server.received).toHaveLength(1);
  });
});
