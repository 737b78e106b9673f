import { useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { weekdays } from '#shared/shop-config.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Panel } from '../../../components/console/panel.tsx';
import { PlainArea, PlainInput } from '../../../components/console/plain-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.ts';
import type { TimesDraft } from './read-times.ts';

/** When parcels leave the shop: cut-off time, working days, days off. Use the version as its key. */
export function TimesForm({
  saved,
  version,
  timeZone,
  refused,
}: {
  saved: TimesDraft;
  version: number;
  timeZone: string;
  refused: { times: TimesDraft; message: string } | null;
}) {
  const pending = useNavigation().formData?.get('intent') === 'times';
  const form = useRef<HTMLFormElement>(null);
  const blocker = useUnsavedGuard(form, { startsUnsaved: refused !== null, isSending: pending });
  // What is typed stays when another form of the page is sent.
  const [{ cutOff, workingDays, daysOff }] = useState(refused?.times ?? saved);
  return (
    <Panel title="When parcels leave">
      <Form ref={form} method="post" preventScrollReset className="grid gap-3">
        <LeaveDialog blocker={blocker} />
        <input type="hidden" name="intent" value="times" />
        <input type="hidden" name="version" value={version} />
        {refused ? <Notice tone="danger">{refused.message}</Notice> : null}
        <PlainInput
          name="cutOff"
          label="Cut-off time"
          hint={`Orders until then leave on the same day. In the shop's time zone, ${timeZone}.`}
          type="time"
          required
          value={cutOff}
        />
        <WorkingDays checked={workingDays} />
        <PlainArea
          name="daysOff"
          label="Days off"
          hint="One day on a line, such as 2026-12-25."
          value={daysOff.join('\n')}
        />
        <div>
          <Button pending={pending} className={DENSE_BUTTON}>
            Save
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

function WorkingDays({ checked }: { checked: number[] }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm text-ink-soft lg:text-xs">Working days</legend>
      <div className="grid grid-cols-2 gap-x-3">
        {weekdays.map((name, index) => (
          <CheckBox
            key={name}
            name="workingDay"
            value={index + 1}
            defaultChecked={checked.includes(index + 1)}
            label={name}
          />
        ))}
      </div>
    </fieldset>
  );
}
