import type { ReactNode } from 'react';
import { FRAME, TOOLBAR, TOOLS } from './rich-look.ts';

/** The frame of the editor around a plain text area, with the place of the buttons that are loading. */
export function PlainFrame({
  hasImages,
  isLoading,
  children,
}: {
  hasImages: boolean;
  isLoading: boolean;
  children: ReactNode;
}) {
  const buttons = hasImages ? 8 : 7;
  return (
    <div className={FRAME}>
      {isLoading ? (
        <div aria-hidden="true" className={`${TOOLBAR} scriptless:hidden`}>
          <div className={TOOLS}>
            <span className="h-9 w-36" />
            {Array.from({ length: buttons }, (_, nr) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
              <span key={nr} className="size-9" />
            ))}
          </div>
        </div>
      ) : null}
      {children}
    </div>
  );
}
