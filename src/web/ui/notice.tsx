import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type NoticeTone = 'success' | 'danger' | 'info';

const tones = {
  success: { look: 'bg-success-tint text-success', Icon: CircleCheck },
  danger: { look: 'bg-danger-tint text-danger', Icon: CircleAlert },
  info: { look: 'bg-tint text-ink', Icon: Info },
};

/**
 * A message in the page. Screen readers interrupt for a failure, and read others when they are
 * idle.
 */
export function Notice({
  tone,
  role = tone === 'danger' ? 'alert' : 'status',
  className,
  children,
}: {
  tone: NoticeTone;
  role?: 'alert' | 'status' | undefined;
  className?: string;
  children: ReactNode;
}) {
  const { look, Icon } = tones[tone];
  return (
    <div
      role={role}
      className={classNames('flex gap-3 rounded-card px-4 py-3 text-[0.9375rem]', look, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
