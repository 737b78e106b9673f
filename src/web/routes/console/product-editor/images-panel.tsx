import {
  type ComponentProps,
  type DragEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { IMAGE_TYPES, MOST_OF_IMAGE } from '#features/images/images.schema.ts';
import { productLimits } from '#shared/product-limits.ts';
import { Panel } from '../../../components/console/panel.tsx';
import { useOrder } from '../../../components/console/row-order/use-order.ts';
import { SheetSteps } from '../../../components/console/sheet/sheet-steps.tsx';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { DraftImage, Sheet } from './draft.ts';
import { ImageCard } from './image-card.tsx';
import { giveColor, shownColor } from './image-colors.ts';
import { replaceImage } from './options.ts';
import { UploadRow } from './upload-row.tsx';
import {
  onlyNewFiles,
  type QueuedUpload,
  type UploadedFile,
  useUploadQueue,
} from './use-upload-queue.ts';

/** How many chosen files are still to be uploaded, and how many could not be uploaded. */
export interface Uploads {
  running: number;
  failed: number;
}

export type OnImages = (images: DraftImage[], sheet?: Sheet) => void;

/**
 * The product's images. Several can be added at once. Each can be moved, described and assigned to
 * a color.
 */
export function ImagesPanel({
  images,
  sheet,
  productName,
  steps,
  onChange,
  onUploads,
}: {
  images: DraftImage[];
  sheet: Sheet;
  productName: string;
  /** Undo and redo, also of the variants. */
  steps: ComponentProps<typeof SheetSteps>;
  onChange: OnImages;
  onUploads: (uploads: Uploads) => void;
}) {
  const latest = useRef({ images, onChange, productName });
  latest.current = { images, onChange, productName };
  const [known, setKnown] = useState<string[]>([]);
  const onUploaded = useCallback((files: UploadedFile[]) => {
    const { images: old, onChange: change, productName: alt } = latest.current;
    const { added, known: again } = onlyNewFiles(old, files);
    setKnown((earlier) => [...earlier, ...again]);
    if (added.length === 0) return;
    change([...old, ...added.map((url) => ({ url, alt: alt.slice(0, productLimits.alt) }))]);
  }, []);
  const { queue, add, retry, remove } = useUploadQueue(onUploaded);
  const [replacing, setReplacing] = useState(0);
  const failed = queue.filter(({ failure }) => failure !== null).length;
  const running = queue.length - failed + replacing;
  useEffect(() => onUploads({ running, failed }), [running, failed, onUploads]);
  return (
    <Panel title="Images" actions={<SheetSteps {...steps} of="images and variants" />}>
      <Cards
        images={images}
        sheet={sheet}
        onChange={onChange}
        onKnown={(name) => setKnown([name])}
        onUploading={(is) => setReplacing((count) => count + (is ? 1 : -1))}
      />
      <UploadList queue={queue} onRetry={retry} onRemove={remove} />
      <DropZone
        known={known}
        onTake={(files) => {
          setKnown([]);
          if (files.length > 0) add(files);
        }}
      />
    </Panel>
  );
}

function UploadList({
  queue,
  onRetry,
  onRemove,
}: {
  queue: QueuedUpload[];
  onRetry: (key: number) => void;
  onRemove: (key: number) => void;
}) {
  if (queue.length === 0) return null;
  return (
    <ul className="space-y-2" aria-label="Uploads">
      {queue.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onRetry={() => onRetry(upload.key)}
          onRemove={() => onRemove(upload.key)}
        />
      ))}
    </ul>
  );
}

/** A name for a file that an image has already; null for another file. */
function nameOfKnown(images: DraftImage[], url: string): string | null {
  const index = images.findIndex((one) => one.url === url);
  return index === -1 ? null : `The file of image ${index + 1}`;
}

function Cards({
  images,
  sheet,
  onChange,
  onKnown,
  onUploading,
}: Pick<ComponentProps<typeof ImagesPanel>, 'images' | 'sheet' | 'onChange'> & {
  /** Called with a name for a file that an image has already. */
  onKnown: (name: string) => void;
  onUploading: (isUploading: boolean) => void;
}) {
  const announce = useAnnounce();
  const order = useOrder(
    images.map(({ url }) => ({ id: url, name: 'The image' })),
    (urls) => {
      const byUrl = new Map(images.map((image) => [image.url, image]));
      onChange(urls.flatMap((url) => byUrl.get(url) ?? []));
    },
  );
  if (images.length === 0) return null;
  return (
    <ol className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
      {images.map((image, index) => (
        <li
          key={image.url}
          {...order.row(image.url)}
          className={classNames(
            'rounded-card border bg-ground p-2',
            order.dragState(image.url) === 'target' ? 'border-accent' : 'border-line',
            order.dragState(image.url) === 'dragged' && 'opacity-50',
          )}
        >
          <ImageCard
            image={image}
            index={index}
            colors={sheet.colors}
            color={shownColor(sheet, image)}
            order={order}
            onAlt={(alt) => onChange(images.with(index, { ...image, alt }))}
            onColor={(color) => onChange(...giveColor(images, sheet, index, color))}
            onFocus={(focus) => onChange(images.with(index, { ...image, ...(focus && { focus }) }))}
            onReplace={(url) => {
              const known = nameOfKnown(images, url);
              if (known !== null) return onKnown(known);
              const { focus: _, ...same } = image;
              onChange(images.with(index, { ...same, url }), replaceImage(sheet, image.url, url));
            }}
            onUploading={onUploading}
            onDelete={() => {
              onChange(images.toSpliced(index, 1), replaceImage(sheet, image.url, ''));
              announce(`Image ${index + 1} is deleted.`);
            }}
          />
        </li>
      ))}
    </ol>
  );
}

function DropZone({
  known,
  onTake,
}: {
  /** The names of the last files that the product has already. */
  known: string[];
  onTake: (images: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [others, setOthers] = useState<string[]>([]);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    const images = files.filter(isImage);
    setOthers(files.filter((file) => !isImage(file)).map(({ name }) => name));
    onTake(images);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the button, which does the same
    <div
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      className={classNames(
        'flex flex-wrap items-center gap-3 rounded-card border border-dashed p-3 scriptless:hidden',
        isOver ? 'border-accent bg-accent-tint' : 'border-line-strong',
      )}
    >
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        aria-label="Choose images"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
      <Button type="button" onClick={() => input.current?.click()}>
        Add images
      </Button>
      <p className="text-sm text-ink-soft">
        Or drop them here. {IMAGE_TYPES}, {MOST_OF_IMAGE} each at most.
      </p>
      <FileNotes others={others} known={known} />
    </div>
  );
}

const isImage = ({ type }: File) => type.startsWith('image/');

/** At most five names: 'a.jpg, b.jpg and 3 more'. */
function firstNames(names: string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return names.slice(0, 5).join(', ') + more;
}

const sayKnown = (names: string[]) =>
  `${firstNames(names)} ${names.length === 1 ? 'is' : 'are'} already here.`;

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Says which of the last files were not added. */
function FileNotes({ others, known }: { others: string[]; known: string[] }) {
  return (
    <>
      {others.length > 0 ? (
        <p role="alert" className="w-full text-sm font-medium text-danger wrap-anywhere">
          No images, so not added: {firstNames(others)}.
        </p>
      ) : null}
      {known.length > 0 ? (
        <p role="alert" className="w-full text-sm font-medium wrap-anywhere">
          {sayKnown(known)}
        </p>
      ) : null}
    </>
  );
}
