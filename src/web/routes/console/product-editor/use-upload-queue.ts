import { useCallback, useEffect, useRef, useState } from 'react';
import { sendImage } from '../../../components/image/send-image.ts';

/** A chosen file that is not an image of the product yet. */
export interface QueuedUpload {
  key: number;
  file: File;
  progress: number;
  /** Null until the upload has ended. Then its address or its error. */
  url: string | null;
  failure: string | null;
  isSending: boolean;
}

/** A file that was uploaded. */
export interface UploadedFile {
  name: string;
  url: string;
}

/** How many are sent at a time; the shop takes four of one network. */
const AT_A_TIME = 3;

/** Uploads files. Passes each one on after all files that were chosen before it have ended. */
export function useUploadQueue(onUploaded: (files: UploadedFile[]) => void) {
  const [queue, setQueue] = useState<QueuedUpload[]>([]);
  const stops = useRef(new Map<number, () => void>());
  const count = useRef(0);
  const change = useCallback(
    (key: number, to: Partial<QueuedUpload>) =>
      setQueue((old) => old.map((one) => (one.key === key ? { ...one, ...to } : one))),
    [],
  );
  const start = useCallback(
    ({ key, file }: QueuedUpload) => {
      change(key, { isSending: true, failure: null, progress: 0 });
      const onProgress = (progress: number) => change(key, { progress });
      const stop = sendImage(file, onProgress, (result) => {
        stops.current.delete(key);
        const url = result.status === 'done' ? result.url : null;
        const failure = result.status === 'failed' ? result.message : null;
        change(key, { isSending: false, url, failure });
      });
      stops.current.set(key, stop);
    },
    [change],
  );

  useEffect(() => {
    const waiting = queue.filter((one) => isOpen(one) && !one.isSending);
    const free = AT_A_TIME - queue.filter(({ isSending }) => isSending).length;
    for (const one of waiting.slice(0, Math.max(0, free))) start(one);
    const ready = queue.filter(
      (one, index) => one.url !== null && !queue.slice(0, index).some(isOpen),
    );
    if (ready.length === 0) return;
    onUploaded(ready.flatMap(({ file, url }) => (url === null ? [] : { name: file.name, url })));
    setQueue((old) => old.filter((one) => !ready.some(({ key }) => key === one.key)));
  }, [queue, start, onUploaded]);

  // When the page is left, running uploads are no longer needed.
  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop();
    };
  }, []);

  return {
    queue,
    add(files: File[]) {
      const first = count.current;
      count.current += files.length;
      setQueue((old) => [...old, ...files.map((file, index) => toQueued(file, first + index))]);
    },
    retry: (key: number) => change(key, { failure: null }),
    remove(key: number) {
      setQueue((old) => old.filter((one) => one.key !== key));
      stops.current.get(key)?.();
    },
  };
}

/** The addresses of files that the images lack, and the names of those that are there already. */
export function onlyNewFiles(
  images: { url: string }[],
  files: UploadedFile[],
): { added: string[]; known: string[] } {
  const urls = new Set(images.map(({ url }) => url));
  const [added, known]: [string[], string[]] = [[], []];
  for (const { name, url } of files) {
    if (urls.has(url)) known.push(name);
    else added.push(url);
    urls.add(url);
  }
  return { added, known };
}

function toQueued(file: File, key: number): QueuedUpload {
  return { key, file, progress: 0, url: null, failure: null, isSending: false };
}

const isOpen = ({ url, failure }: QueuedUpload) => url === null && failure === null;
