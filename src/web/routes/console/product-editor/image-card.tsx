import Replace from 'lucide-react/icons/replace';
import Trash from 'lucide-react/icons/trash-2';
import { useEffect, useRef } from 'react';
import { productLimits } from '#shared/product-limits.ts';
import { thumbOf } from '#shared/renditions.ts';
import { MoveButtons } from '../../../components/console/row-order/move-buttons.tsx';
import type { Order } from '../../../components/console/row-order/use-order.ts';
import { useImageUpload } from '../../../components/image/use-image-upload.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { DraftImage } from './draft.ts';
import { FocalPoint } from './focal-point.tsx';

interface ImageCardProps {
  image: DraftImage;
  index: number;
  colors: string[];
  /** The color that the image is assigned to; empty for none. It may be one that was removed. */
  color: string;
  /** The order of all images. */
  order: Order;
  onAlt: (alt: string) => void;
  onColor: (color: string) => void;
  onFocus: (focus: DraftImage['focus']) => void;
  onReplace: (url: string) => void;
  /** Called with true when an image is being uploaded in its place, and with false afterwards. */
  onUploading: (isUploading: boolean) => void;
  onDelete: () => void;
}

/** One image: its description, its color, and its actions. */
export function ImageCard(props: ImageCardProps) {
  const { image, index } = props;
  const { state, choose } = useReplacement(props.onReplace, props.onUploading);
  const name = `image ${index + 1}`;
  return (
    <div className="space-y-2">
      <div className="relative">
        <img
          src={thumbOf(image.url)}
          alt={image.alt || name}
          width={160}
          height={200}
          draggable={false}
          style={image.focus && { objectPosition: `${image.focus.x}% ${image.focus.y}%` }}
          className="aspect-4/5 w-full rounded-control object-cover"
        />
        <span className="absolute top-1 left-1 rounded-control bg-surface px-1.5 text-sm tabular-nums">
          {index + 1}
        </span>
      </div>
      <ImageButtons {...props} name={name} onChoose={choose} />
      {state.status === 'uploading' ? (
        <progress
          aria-label={`Uploaded for ${name}`}
          value={state.progress}
          max={1}
          className="h-1.5 w-full"
        />
      ) : null}
      {state.status === 'failed' ? <Notice tone="danger">{state.message}</Notice> : null}
      <ImageFields {...props} name={name} />
      <details className="text-sm scriptless:hidden">
        <summary className="min-h-6">
          Focal point<span className="sr-only"> of {name}</span>
        </summary>
        <FocalPoint name={name} image={image} onFocus={props.onFocus} />
      </details>
    </div>
  );
}

function ImageButtons({
  name,
  image,
  order,
  onChoose,
  onDelete,
}: ImageCardProps & { name: string; onChoose: () => void }) {
  return (
    <div className="grid grid-cols-4 *:w-full *:min-w-0 scriptless:hidden">
      <MoveButtons order={order} id={image.url} name={name} isLine needsScript />
      <IconButton small label={`Replace ${name}`} onClick={onChoose}>
        <Replace aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton small label={`Delete ${name}`} onClick={onDelete}>
        <Trash aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}

function ImageFields({
  name,
  image,
  colors,
  color,
  onAlt,
  onColor,
}: ImageCardProps & { name: string }) {
  return (
    <>
      <input
        aria-label={`Description of ${name}`}
        value={image.alt}
        maxLength={productLimits.alt}
        placeholder="Description"
        autoComplete="off"
        onChange={({ target }) => onAlt(target.value)}
        className="control min-h-9 px-2 py-1 text-sm"
      />
      {colors.length > 0 ? (
        <select
          aria-label={`Colour of ${name}`}
          value={color}
          onChange={({ target }) => onColor(target.value)}
          className="control min-h-9 py-1 pl-2 text-sm"
        >
          <option value="">All colours</option>
          {colors.map((one) => (
            <option key={one}>{one}</option>
          ))}
          {color === '' || colors.includes(color) ? null : (
            <option value={color}>{color} (removed)</option>
          )}
        </select>
      ) : null}
    </>
  );
}

/** Lets the person choose a file, and passes on the address of the uploaded image. */
function useReplacement(
  onReplace: (url: string) => void,
  onUploading: (isUploading: boolean) => void,
) {
  const { state, upload, clear } = useImageUpload(undefined);
  const latest = useRef({ onReplace, onUploading });
  latest.current = { onReplace, onUploading };
  const isUploading = state.status === 'uploading';
  useEffect(() => {
    if (!isUploading) return;
    latest.current.onUploading(true);
    return () => latest.current.onUploading(false);
  }, [isUploading]);
  useEffect(() => {
    if (state.status !== 'done') return;
    latest.current.onReplace(state.url);
    clear();
  }, [state, clear]);
  return {
    state,
    choose() {
      const input = document.createElement('input');
      input.type = 'file';
      input.accept = 'image/*';
      input.onchange = () => {
        const file = input.files?.[0];
        if (file) upload(file);
      };
      input.click();
    },
  };
}
