import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { LoadingDialog } from '../ui/loading-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { loadChunk } from './chunks.ts';

/**
 * Makes a dialog whose code is fetched when it is first shown, or shortly before (`prepare`). While
 * the code loads and the dialog is `open`, a loading dialog is shown. When the code does not load,
 * an error is shown with a button to try again; the page below stays as it is. `name` is the part's
 * name for browsers that do not report it.
 */
export function onDemand<Props extends object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  const attempt = (attempts = 0) => lazy(() => loadChunk(load, name, attempts));
  // Shared by all uses. A failure creates a new one; after loading it is the component itself.
  let shared: ComponentType<Props> = attempt();

  function OnDemand({ onGiveUp, ...props }: Props & { open?: boolean; onGiveUp: () => void }) {
    const { open = true } = props;
    const [{ Shown, attempts }, setShown] = useState({ Shown: shared, attempts: 0 });
    const again = () => {
      shared = attempt(attempts + 1);
      setShown({ Shown: shared, attempts: attempts + 1 });
    };
    return (
      <MissingBoundary
        key={attempts}
        fallback={(message) =>
          open ? <MissingPart message={message} onRetry={again} onClose={onGiveUp} /> : null
        }
      >
        <Suspense fallback={open ? <LoadingDialog onClose={onGiveUp} /> : null}>
          <Shown {...(props as unknown as Props)} />
        </Suspense>
      </MissingBoundary>
    );
  }

  return {
    Component: OnDemand,
    prepare: () => {
      load().then(
        ({ default: component }) => {
          shared = component;
        },
        () => {},
      );
    },
  };
}

function MissingPart({
  message,
  onRetry,
  onClose,
}: {
  message: string;
  onRetry: () => void;
  onClose: () => void;
}) {
  return (
    <div className="fixed inset-x-gutter bottom-4 z-50 mx-auto max-w-xl shadow-panel">
      <Notice tone="danger">
        <p>{message}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button type="button" onClick={onRetry}>
            Try again
          </Button>
          <Button type="button" look="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      </Notice>
    </div>
  );
}

/** Catches the error of `loadChunk`; rethrows all others. */
class MissingBoundary extends Component<
  { fallback: (message: string) => ReactNode; children: ReactNode },
  { error: unknown }
> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof Error && error.message.startsWith('Loading chunk')) {
      return this.props.fallback(error.message);
    }
    throw error;
  }
}
