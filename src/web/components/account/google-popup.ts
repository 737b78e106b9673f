/** The message that the popup's last page sends to the page that opened it. */
export interface GoogleOutcome {
  /** Identifies the popup, because other tabs receive the message as well. */
  attempt: string;
  /** The error to show; null: signed in. */
  error: string | null;
}

export const GOOGLE_CHANNEL = 'google-sign-in';

/**
 * Opens the popup for signing in with Google, and goes to `from` afterwards. Call it in the click
 * handler, or browsers block the popup; then the whole page goes to Google. Returns the function
 * that stops listening.
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
    // The popup's last message may still be on its way. A provider may also have cut the link to a
    // window that is still open, so this keeps listening to the channel.
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
