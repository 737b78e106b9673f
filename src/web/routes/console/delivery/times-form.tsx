import { Form, useNavigation } from 'react-router';
import { weekdays } from '#shared/shop-config.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../product-editor/section.tsx';
import { PlainArea, PlainInput } from './plain-input.tsx';
import type { TimesDraft } from './read-times.ts';

/** When parcels leave the shop: cut-off time, working days, days off. */
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
  const { cutOff, workingDays, daysOff } = refused?.times ?? saved;
  return (
    <Section title="When parcels leave">
      <Form method="post" preventScrollReset className="grid gap-3">
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
        <fieldset>
          <legend className="mb-1 text-sm text-ink-soft lg:text-xs">Working days</legend>
          <div className="grid grid-cols-2 gap-x-3">
            {weekdays.map((name, index) => (
              <label key={name} className="flex min-h-11 items-center gap-2 lg:min-h-8 lg:text-sm">
                <input
                  type="checkbox"
                  name="workingDay"
                  value={index + 1}
                  defaultChecked={workingDays.includes(index + 1)}
                  className="size-4 accent-accent"
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
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
    </Section>
  );
}
