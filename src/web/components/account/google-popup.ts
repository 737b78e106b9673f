/** What the popup's last page tells the page that opened it. */
export interface GoogleOutcome {
  /** Which popup it was: other tabs listen as well. */
  attempt: string;
  /** What to show; null: signed in. */
  error: string | null;
}

export const GOOGLE_CHANNEL = 'google-sign-in';

/**
 * Opens the popup in which somebody signs in with Google, and goes on to `from` when they have. Call
 * it in the click itself, else browsers block it; then the whole page goes there. Answers how to
 * stop listening.
 */
export function openGoogle(from: string, say: (sentence: string) => void): () => void {
  const attempt = Math.random().toString(36).slice(2);
  const address = (query: Record<string, string>) => `/google?${new URLSearchParams(query)}`;
  const popup = window.open(
    address({ from, popup: attempt }),
    GOOGLE_CHANNEL,
    'popup,width=480,height=680',
  );
  if (!popup || popup.closed) {
    window.location.assign(address({ from }));
    return () => {};
  }
  const channel = new BroadcastChannel(GOOGLE_CHANNEL);
  const watch = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(watch);
    // Its last words may be on their way; and a provider may have cut the tie to a window that is
    // still open, so the channel is listened to in any case.
    closing = setTimeout(() => say('The Google window was closed before you were signed in.'), 600);
  }, 300);
  let closing: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearInterval(watch);
    clearTimeout(closing);
    channel.close();
  };
  channel.onmessage = ({ data }: MessageEvent<GoogleOutcome>) => {
    if (data.attempt !== attempt) return;
    stop();
    if (data.error === null) window.location.assign(from);
    else say(data.error);
  };
  return stop;
}
