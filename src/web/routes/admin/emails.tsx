import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type { CapturedEmailView, UnsentEmailView } from '#features/emails/emails.schema.ts';
import { listCapturedEmails, listUnsent, tryAgain } from '#features/emails/emails.ts';
import { counted } from '#shared/counted.ts';
import { DateTime } from '../../components/date-time.tsx';
import { GrowingList } from '../../components/growing-list.tsx';
import { OrderSkeleton } from '../../components/order/order-skeleton.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { staffNotices } from '../../components/page/staff-notices.ts';
import { readListWindow } from '../../list-window.ts';
import { orErrorPage, readForm, requireAdminPage, respondToListChange } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs, TabPanel } from '../../ui/link-tabs.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/emails.ts';

export const handle = { notices: staffNotices };

export const meta = () => privatePage('Emails', 'Emails that the shop sends.');

/** Emails that have not been sent; in the demo, without `?list=waiting`, the captured emails. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const window = readListWindow(url);
  const first = { limit: 1, after: null };
  const wantsCaptured = ctx.mail.captured !== null && url.searchParams.get('list') !== 'waiting';
  const [captured, unsent] = await orErrorPage(
    Promise.all([
      wantsCaptured ? listCapturedEmails(ctx, actor, window) : null,
      listUnsent(ctx, actor, wantsCaptured ? first : window),
    ]),
  );
  return { capturesEmails: ctx.mail.captured !== null, captured, unsent, window };
}

/** Sends a message again. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const messageId = String((await readForm(context)).get('messageId') ?? '');
  return respondToListChange(tryAgain(visit.ctx, visit.actor, messageId), url, 'mail-again');
}

export default function Emails({ loaderData, actionData }: Route.ComponentProps) {
  const { capturesEmails, captured, unsent, window } = loaderData;
  const list = captured ? (
    <Captured captured={captured} window={window} />
  ) : (
    <Unsent unsent={unsent} window={window} />
  );
  const selected = captured ? 'captured' : 'waiting';
  return (
    <div className="page-width">
      <PageHeading title="Emails">
        {capturesEmails
          ? 'The demo shows its emails here instead of sending them.'
          : 'Emails that the shop still has to send. Sent emails are not listed.'}
      </PageHeading>
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      {capturesEmails ? (
        <>
          <LinkTabs
            label="Lists"
            selected={selected}
            tabs={[
              { id: 'captured', label: 'Captured', to: '/emails' },
              {
                id: 'waiting',
                label: `Waiting (${unsent.count})`,
                to: '/emails?list=waiting',
              },
            ]}
            className="-mx-2.5 mb-6 justify-start sm:-mx-4"
          />
          <TabPanel tab={selected}>{list}</TabPanel>
        </>
      ) : (
        list
      )}
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Captured({
  captured,
  window,
}: { captured: NonNullable<Loaded['captured']> } & Pick<Loaded, 'window'>) {
  if (captured.items.length === 0) return <EmptyState title="No emails yet" />;
  return (
    <GrowingList
      thing="email"
      rows={captured.items}
      renderRow={(mail) => <CapturedEmail mail={mail} />}
      skeleton={<OrderSkeleton />}
      window={window}
      next={captured.next}
      className="space-y-5"
    />
  );
}

function Unsent({ unsent, window }: Pick<Loaded, 'unsent' | 'window'>) {
  if (unsent.items.length === 0) return <EmptyState title="Every email has been sent" />;
  return (
    <>
      <p className="mb-4 text-ink-soft">{counted(unsent.count, 'message')}</p>
      <GrowingList
        thing="message"
        rows={unsent.items}
        renderRow={(message) => <UnsentEmail message={message} />}
        skeleton={<OrderSkeleton />}
        total={unsent.count}
        window={window}
        next={unsent.next}
        className="space-y-5"
      />
    </>
  );
}

const panel = 'rounded-panel border border-line bg-surface p-5 wrap-anywhere md:p-7';

function CapturedEmail({ mail }: { mail: CapturedEmailView }) {
  const titleId = `mail-${mail.id}`;
  return (
    <article aria-labelledby={titleId} className={panel}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={titleId} className="text-heading">
          {mail.subject}
        </h2>
        <p className="text-sm text-ink-soft">
          <DateTime iso={mail.receivedAt} />
        </p>
      </div>
      <Facts
        facts={[
          ['To', mail.to],
          ['From', mail.from],
          ['Replies go to', mail.replyTo],
        ]}
      />
      <details className="mt-3">
        <summary className="w-fit cursor-pointer py-2.5 font-semibold">Read</summary>
        <p className="mt-2 rounded-card bg-tint p-4 whitespace-pre-wrap">{mail.text}</p>
      </details>
      <p>
        <a
          href={`/emails/${mail.id}`}
          className="link inline-flex min-h-11 items-center"
          aria-describedby={titleId}
        >
          View as HTML
        </a>
      </p>
    </article>
  );
}

function UnsentEmail({ message }: { message: UnsentEmailView }) {
  const titleId = `message-${message.id}`;
  const busy = useNavigation().formData?.get('messageId') === message.id;
  const { nextAttemptAt, isCarried, isStuck } = message;
  return (
    <article aria-labelledby={titleId} className={panel}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 id={titleId} className="text-heading">
          {message.label}
          {message.about ? `, ${message.about}` : null}
        </h2>
        <p
          className={classNames(
            'rounded-control px-3 py-1 font-semibold',
            isStuck ? 'bg-danger-tint text-danger' : 'bg-tint text-ink',
          )}
        >
          {isStuck ? 'Stuck' : 'Waiting'}
        </p>
      </div>
      <Facts
        facts={[
          ['Since', <DateTime key="since" iso={message.createdAt} />],
          ['Attempts', String(message.attempts)],
          [
            'Next attempt',
            nextAttemptAt ? (
              <DateTime key="next" iso={nextAttemptAt} />
            ) : isCarried ? (
              'none, until you ask for one'
            ) : (
              'when mail is set up'
            ),
          ],
          ['Last time', message.lastError],
        ]}
      />
      {isCarried ? (
        <Form method="post" preventScrollReset className="mt-4">
          <Button name="messageId" value={message.id} pending={busy} aria-describedby={titleId}>
            Try again
          </Button>
        </Form>
      ) : null}
    </article>
  );
}

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="mt-3 grid gap-x-4 gap-y-1 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
      {facts.map(([term, value]) =>
        value ? (
          <div key={term} className="contents">
            <dt className="text-ink-soft">{term}</dt>
            <dd className="mb-1 min-w-0 sm:mb-0">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
