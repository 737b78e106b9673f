import type { ReactNode } from 'react';
import type { Notices } from '../../../notices.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { ConsoleHeading } from '../console-heading.tsx';
import { DENSE_BUTTON } from '../dense.ts';
import { RedirectNotice } from '../redirect-notice.tsx';
import { EditorNotice } from './editor-notice.tsx';

/** The page of an editor: its heading and notices around the forms. */
export function EditorPage({
  title,
  list,
  all,
  about,
  shopPath,
  notices = {},
  result,
  children,
}: {
  title: string;
  /** The page of the list, and what it lists. */
  list: string;
  all: string;
  /** A fact beside the link to the list. */
  about?: string;
  /** The path of its page in the shop. */
  shopPath?: string | undefined;
  /** The notices after a redirect to it. */
  notices?: Notices;
  /** What the action returned. */
  result: object | undefined;
  /** The forms. */
  children: ReactNode;
}) {
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title={title}
        about={
          <>
            <Link to={list} className="link">
              All {all}
            </Link>
            {about ? `, ${about}` : null}
          </>
        }
      >
        {shopPath === undefined ? null : (
          <ButtonLink to={shopPath} className={DENSE_BUTTON}>
            Show its page
          </ButtonLink>
        )}
      </ConsoleHeading>
      {result ? null : <RedirectNotice notices={notices} />}
      <EditorNotice result={result} />
      <div className="grid max-w-3xl gap-4">{children}</div>
    </div>
  );
}
