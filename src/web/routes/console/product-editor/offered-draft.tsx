import { toZonedTime } from '#shared/zoned-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Offers changes that were not saved when the page was last open. */
export function OfferedDraft({
  at,
  timeZone,
  onTake,
  onRefuse,
}: {
  at: number;
  timeZone: string;
  onTake: () => void;
  onRefuse: () => void;
}) {
  const time = toZonedTime(new Date(at).toISOString(), timeZone).replace('T', ', ');
  return (
    <Notice tone="info" className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          You have changes of {time} ({timeZone}) that were not saved.
        </p>
        <div className="flex gap-2">
          <Button type="button" look="solid" onClick={onTake}>
            Bring them back
          </Button>
          <Button type="button" onClick={onRefuse}>
            Drop them
          </Button>
        </div>
      </div>
    </Notice>
  );
}
