import type { ReactNode } from 'react';
import { toZonedTime } from '#shared/zoned-time.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Offers changes that were not saved when the page was last open. */
export function OfferedChanges({
  at,
  timeZone,
  note,
  onTake,
  onDrop,
}: {
  /** When they were stored, in milliseconds. */
  at: number;
  timeZone: string;
  note?: ReactNode;
  onTake: () => void;
  onDrop: () => void;
}) {
  const time = toZonedTime(new Date(at).toISOString(), timeZone).replace('T', ', ');
  return (
    <Notice tone="info" className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          You have changes of {time} ({timeZone}) that were not saved. {note}
        </p>
        <div className="flex gap-2">
          <Button type="button" look="solid" onClick={onTake}>
            Bring them back
          </Button>
          <Button type="button" onClick={onDrop}>
            Drop them
          </Button>
        </div>
      </div>
    </Notice>
  );
}
