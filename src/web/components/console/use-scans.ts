import { useEffect, useRef } from 'react';

/** The most time between two characters of a scan, and between two Enters at its end. */
export const QUICK_MS = 500;

const FIELDS = 'input, select, textarea, [contenteditable]';

/**
 * Takes the scans of a barcode scanner while no field has the focus. A scanner types a code quickly
 * and then Enter, into whatever has the focus. Here this presses no button.
 */
export function useScans(isOn: boolean, onScan: (code: string) => void): void {
  const scan = useRef({ code: '', at: 0 });
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const code = read(scan.current, event);
      if (code) onScan(code);
    };
    // Firefox presses a button when the space bar is released.
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key === ' ' && isQuick(scan.current, event)) stop(event);
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('keyup', onKeyUp, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('keyup', onKeyUp, true);
    };
  }, [isOn, onScan]);
}

interface Scan {
  /** The characters of the code that were read until now. */
  code: string;
  /** When its last key was pressed. */
  at: number;
}

/** Adds the key to the scan. Returns the code when it is complete. */
function read(scan: Scan, event: KeyboardEvent): string | null {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || (target instanceof Element && target.matches(FIELDS))) {
    return null;
  }
  const isOfScan = isQuick(scan, event);
  if (key === 'Enter') {
    if (!isOfScan) return null;
    const code = scan.code.trim();
    Object.assign(scan, { code: '', at: event.timeStamp });
    stop(event);
    return code;
  }
  // Without a character before it, a space presses the button that has the focus.
  if (key.length !== 1 || (key === ' ' && !isOfScan)) return null;
  Object.assign(scan, { code: (isOfScan ? scan.code : '') + key, at: event.timeStamp });
  stop(event);
  return null;
}

function isQuick({ at }: Scan, { timeStamp }: KeyboardEvent): boolean {
  return at > 0 && timeStamp - at < QUICK_MS;
}

/** Keeps a key of a scan from the page and its buttons. */
function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
