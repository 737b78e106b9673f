import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { openGoogle } from './google-popup.ts';

/**
 * 'Continue with Google', below a form. With script it opens a popup. Without script, or where
 * popups are blocked, it is a link that takes the whole page to Google and back.
 */
export function GoogleSignIn({
  from,
  onError,
}: {
  /** Where to go afterwards. */
  from: string;
  onError: (sentence: string | null) => void;
}) {
  const forget = useRef<() => void>(undefined);
  useEffect(() => () => forget.current?.(), []);
  return (
    <div className="mt-6 space-y-6">
      <p className="flex items-center gap-4 text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <ButtonLink
        to={`/google?${new URLSearchParams({ from })}`}
        reloadDocument
        rel="nofollow"
        className="w-full"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          forget.current?.();
          onError(null);
          forget.current = openGoogle(from, onError);
        }}
      >
        <GoogleSign />
        Continue with Google
      </ButtonLink>
    </div>
  );
}

function GoogleSign() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 shrink-0" fill="currentColor">
      <path d="M12 10.3v3.6h5.1c-.5 2.3-2.4 3.7-5.1 3.7a5.6 5.6 0 1 1 3.7-9.8l2.7-2.7A9.4 9.4 0 1 0 12 21.4c5.4 0 9.2-3.8 9.2-9.3 0-.6-.1-1.2-.2-1.8z" />
    </svg>
  );
}
