/**
 * Blocks links and forms while the browser is offline. The shop is asked first, because the browser
 * can be wrong. A link or form that was stopped goes on when the shop responds.
 */
import { isLost, recordConnection } from './connection-state.ts';
import { isOffline, isReachable } from './is-offline.ts';

/** The last stopped event. If several were stopped, only this one is sent again. */
let last: Event;
/** True while a stopped event is sent again. */
let isSentAgain = false;

/** Watches the page until the returned function is called. */
export function blockWhileOffline(): () => void {
  if (!navigator.onLine) void ask('lost');
  const watch = new AbortController();
  const options = { capture: true, signal: watch.signal };
  window.addEventListener('offline', () => void ask('lost'), options);
  window.addEventListener('click', block, options);
  window.addEventListener('submit', block, options);
  return () => watch.abort();
}

async function block(event: MouseEvent | SubmitEvent): Promise<void> {
  const mayPass = navigator.onLine || isSentAgain || (!isOffline() && !isLost());
  if (mayPass || !leavesPage(event)) return;
  event.preventDefault();
  event.stopPropagation();
  last = event;
  if (!(await ask('held')) || last !== event) return;
  isSentAgain = true;
  try {
    sendAgain(event);
  } finally {
    isSentAgain = false;
  }
}

/** Asks whether the shop responds. If it does not, `otherwise` is recorded. */
async function ask(otherwise: 'lost' | 'held'): Promise<boolean> {
  const reached = await isReachable();
  recordConnection(reached ? 'fine' : otherwise);
  return reached;
}

function sendAgain(event: MouseEvent | SubmitEvent): void {
  const { target } = event;
  if (target instanceof HTMLFormElement && event instanceof SubmitEvent) {
    // The page may have changed meanwhile, and a form refuses a button that is not its own.
    const button = event.submitter;
    const isOwn = button !== null && 'form' in button && button.form === target;
    target.requestSubmit(isOwn ? button : null);
    return;
  }
  target?.dispatchEvent(new MouseEvent(event.type, event));
}

/** Whether an event follows a link to another page of the shop, or sends a form. */
function leavesPage(event: Event): boolean {
  if (event.type === 'submit') return true;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return false;
  return link.pathname + link.search !== window.location.pathname + window.location.search;
}
