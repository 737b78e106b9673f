import { listCapturedEmails, listPreviews, listUnsent, tryAgain } from '#features/emails/emails.ts';
import { countedUpTo, MOST_COUNTED, upTo } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { ListPages, readListPage } from '../../components/console/list-pages.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { staffNotices } from '../../components/page/staff-notices.ts';
import { respondToListChange } from '../../posted-form.ts';
import { orErrorPage, readForm, requireAdminPage, requireRows } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs, TabPanel } from '../../ui/link-tabs.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/emails.ts';
import { CapturedEmail } from './emails/captured-email.tsx';
import { EmailPreviews } from './emails/email-previews.tsx';
import { UnsentEmail } from './emails/unsent-email.tsx';

export const handle = { notices: staffNotices };

export const meta = () => privatePage('Emails', 'Emails that the shop sends.');

/**
 * Emails that have not been sent; in the demo, without `?list=waiting`, the captured emails. With
 * `?list=previews`, an example of every kind.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const page = readListPage(url.searchParams);
  const first = { limit: 1, after: null };
  const list = url.searchParams.get('list');
  const wantsPreviews = list === 'previews';
  const wantsCaptured = ctx.mail.captured !== null && list !== 'waiting' && !wantsPreviews;
  const [captured, unsent] = await orErrorPage(
    Promise.all([
      wantsCaptured ? listCapturedEmails(ctx, actor, page) : null,
      listUnsent(ctx, actor, wantsCaptured || wantsPreviews ? first : page),
    ]),
  );
  if (!wantsPreviews) requireRows(url, (captured ?? unsent).items);
  const previews = wantsPreviews ? listPreviews(ctx, actor) : null;
  const capturesEmails = ctx.mail.captured !== null;
  return { capturesEmails, captured, unsent, previews, limit: page.limit };
}

/** Sends a message again. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const messageId = String((await readForm(context)).get('messageId') ?? '');
  return respondToListChange(
    tryAgain(visit.ctx, visit.actor, messageId),
    url,
    staffNotices,
    'mail-again',
  );
}

export default function Emails({ loaderData, actionData }: Route.ComponentProps) {
  const { capturesEmails, captured, unsent, previews, limit } = loaderData;
  const selected = previews ? 'previews' : captured ? 'captured' : 'waiting';
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Emails"
        about={
          previews
            ? 'Every email of the shop, filled with an example.'
            : aboutEmails(capturesEmails)
        }
      />
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      <LinkTabs
        label="Lists"
        selected={selected}
        tabs={[
          ...(capturesEmails ? [{ id: 'captured', label: 'Captured', to: '/admin/emails' }] : []),
          {
            id: 'waiting',
            label: `Waiting (${upTo(unsent.count, MOST_COUNTED)})`,
            to: '/admin/emails?list=waiting',
          },
          { id: 'previews', label: 'Previews', to: '/admin/emails?list=previews' },
        ]}
        className="-mx-2.5 mb-6 justify-start sm:-mx-4"
      />
      <TabPanel tab={selected}>
        {previews ? <EmailPreviews previews={previews} /> : null}
        {captured ? <Captured captured={captured} limit={limit} /> : null}
        {previews || captured ? null : <Unsent unsent={unsent} limit={limit} />}
      </TabPanel>
    </div>
  );
}

function aboutEmails(areCaptured: boolean): string {
  return areCaptured
    ? 'The demo shows its emails here instead of sending them.'
    : 'Emails that the shop still has to send. Sent emails are not listed.';
}

type Loaded = Route.ComponentProps['loaderData'];

function Captured({
  captured,
  limit,
}: { captured: NonNullable<Loaded['captured']> } & Pick<Loaded, 'limit'>) {
  if (captured.items.length === 0) return <EmptyState title="No emails yet" />;
  return (
    <>
      <ul className="space-y-5">
        {captured.items.map((mail) => (
          <li key={mail.id}>
            <CapturedEmail mail={mail} />
          </li>
        ))}
      </ul>
      <ListPages next={captured.next} limit={limit} />
    </>
  );
}

function Unsent({ unsent, limit }: Pick<Loaded, 'unsent' | 'limit'>) {
  if (unsent.items.length === 0) return <EmptyState title="Every email has been sent" />;
  return (
    <>
      <p className="mb-4 text-ink-soft">{countedUpTo(unsent.count, MOST_COUNTED, 'message')}</p>
      <ul className="space-y-5">
        {unsent.items.map((message) => (
          <li key={message.id}>
            <UnsentEmail message={message} />
          </li>
        ))}
      </ul>
      <ListPages next={unsent.next} limit={limit} />
    </>
  );
}
