import { Form, useNavigation } from 'react-router';
import type { SessionView } from '#features/accounts/accounts.schema.ts';
import { Day } from '../../../components/day.tsx';
import { Button } from '../../../ui/button.tsx';

/** All signed-in devices, each with a button to sign it out. */
export function SessionList({ sessions }: { sessions: SessionView[] }) {
  const posted = useNavigation().formData;
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map(({ id, device, createdAt, current }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <p id={`session-${id}`}>
              <span className="font-semibold">{device}</span>
              <span className="block text-sm text-ink-soft">
                Signed in on <Day iso={createdAt} />
              </span>
            </p>
            {current ? (
              <p className="text-sm font-semibold text-success">This device</p>
            ) : (
              <Form method="post" action="/account" preventScrollReset>
                <input type="hidden" name="part" value="session" />
                <Button
                  name="session"
                  value={id}
                  pending={posted?.get('session') === id}
                  aria-describedby={`session-${id}`}
                >
                  Sign out
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post" action="/account" preventScrollReset>
          <Button name="part" value="sessions" pending={posted?.get('part') === 'sessions'}>
            Sign out all other devices
          </Button>
        </Form>
      ) : null}
    </>
  );
}
