/** Turns outbox messages into emails. */
import type { Mail } from '#adapters/mail/port.ts';
import { oneLine } from '#shared/one-line.ts';
import type { Ctx } from '../context.ts';
import { type EmailKind, type EmailPayload, emailPayloads } from '../outbox/outbox.schema.ts';
import type { OutboxRow } from '../outbox/outbox.table.ts';
import { emailKinds } from './email-kinds.ts';
import type { EmailContent } from './load-email.ts';
import { renderEmail } from './render-email.ts';
import { summary } from './templates/summary.ts';

type Message = Pick<OutboxRow, 'id' | 'kind' | 'payload'>;

/** An email, and whether it is about a guest's order, and about one that was paid. */
export interface WrittenEmail {
  mail: Mail;
  isOfGuest: boolean;
  isPaid: boolean;
}

/** The email of a message; null when it has no recipient any more, or was undone. */
export async function writeEmail(ctx: Ctx, message: Message): Promise<WrittenEmail | null> {
  const content = await loadContent(ctx, message.kind, message.payload);
  return content && toMail(ctx, message.id, content);
}

/** The most subjects in a summary; the others are only counted. */
const MAX_NAMED = 50;

/** An email for several messages, and which of them are for somebody else. */
export interface WrittenSummary<M> {
  /** Null when there is no recipient any more. */
  written: WrittenEmail | null;
  /** The recipient of one has another address by now than when they were put together. */
  others: { message: M; to: string }[];
}

/** One email for all of these messages that have the recipient of the first. */
export async function writeSummary<M extends Message>(
  ctx: Ctx,
  messages: M[],
): Promise<WrittenSummary<M>> {
  const contents: EmailContent[] = [];
  const others: { message: M; to: string }[] = [];
  for (const message of messages.slice(0, MAX_NAMED)) {
    const content = await loadContent(ctx, message.kind, message.payload);
    const to = contents[0]?.to ?? content?.to;
    if (content?.to === to && content) contents.push(content);
    else if (content) others.push({ message, to: content.to });
  }
  const unnamed = Math.max(0, messages.length - MAX_NAMED);
  return { written: summarize(ctx, messages, contents, unnamed), others };
}

function summarize(
  ctx: Ctx,
  [message]: Message[],
  contents: EmailContent[],
  unnamed: number,
): WrittenEmail | null {
  const [content] = contents;
  if (!content || !message) return null;
  if (contents.length + unnamed === 1) return toMail(ctx, message.id, content);
  const subjects = contents.map(({ subject }) => subject);
  const { audience } = emailKinds[message.kind];
  const { to, isOfGuest = false, isPaid = false } = content;
  const template = summary(subjects, { unnamed, audience, isOfGuest, baseUrl: ctx.baseUrl });
  return toMail(ctx, message.id, { to, isOfGuest, isPaid, ...template });
}

async function loadContent<K extends EmailKind>(
  ctx: Ctx,
  kind: K,
  payload: unknown,
): Promise<EmailContent | null> {
  // TypeScript does not see that `emailPayloads[kind]` is the schema of `K`.
  const checked = emailPayloads[kind].parse(payload) as EmailPayload<K>;
  const definition = emailKinds[kind];
  if (definition.audience === 'customer') return definition.load(ctx, checked);
  const content = await definition.load(ctx, checked);
  return content && { to: definition.to(ctx), ...content };
}

function toMail(ctx: Ctx, id: string, content: EmailContent): WrittenEmail {
  const { from } = ctx.mail;
  const mail = {
    messageId: `${id}@${from.address.split('@').at(-1)}`,
    from,
    to: content.to,
    replyTo: content.replyTo ?? null,
    subject: oneLine(content.subject),
    form: content.form ?? null,
    ...renderEmail(ctx.shop, ctx.baseUrl, content),
  };
  return { mail, isOfGuest: content.isOfGuest ?? false, isPaid: content.isPaid ?? false };
}
