import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { ResponsiveImage } from '../../../components/image/responsive-image.tsx';
import { IconButton } from '../../../ui/button.tsx';
import type { GalleryImage } from './gallery-images.ts';
import { useZoom } from './use-zoom.ts';

interface FullScreenProps {
  /** The product's name. */
  name: string;
  images: GalleryImage[];
  /** The image to begin with, from 0. */
  start: number;
  /** Called with the image that was shown last. */
  onClose: (last: number) => void;
}

const ICON = { 'aria-hidden': true, className: 'size-5' } as const;

/** Screens that show more pixels than the usual renditions have, before an image is enlarged. */
const SHARP_SCREENS = '(min-width: 64rem) and (min-resolution: 1.5dppx)';

/**
 * Shows the images of a product on the full screen. Swiping and the arrow keys go to the next
 * image, Home and End to the first and the last one, and pressing an image enlarges it, which loads
 * its largest rendition. What a browser asks a dialog to close with closes it: Escape, and Back in
 * Chrome on a phone.
 */
export default function FullScreen({ name, images, start, onClose }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(start);
  const zoom = useZoom(strip, place);
  const go = (to: number) => strip.current?.children[to]?.scrollIntoView({ block: 'nearest' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once
  useEffect(() => {
    dialog.current?.showModal();
    strip.current?.scrollTo({ left: start * strip.current.clientWidth, behavior: 'instant' });
  }, []);

  function onKey(event: KeyboardEvent) {
    const { key } = event;
    if (key === '+' || key === '-') zoom.set(key === '+');
    const to = targetOf(key, place, images.length);
    if (zoom.isOn || to === null) return;
    // By itself a browser scrolls as well, and a second image passes.
    event.preventDefault();
    go(to);
  }

  return (
    <dialog
      ref={dialog}
      aria-label={`Images of ${name}`}
      onClose={() => onClose(place)}
      onKeyDown={onKey}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-ground text-ink"
    >
      <ul
        ref={strip}
        className={`image-strip h-full ${zoom.isOn ? 'overflow-hidden' : ''}`}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setPlace(Math.round(scrollLeft / clientWidth))
        }
      >
        {images.map((image, index) => (
          <Slide
            key={image.url}
            image={image}
            isShown={index === place}
            isZoomed={zoom.isOn && index === place}
            onPress={zoom.toggleAt}
          />
        ))}
      </ul>
      <Controls
        place={place}
        count={images.length}
        isZoomed={zoom.isOn}
        onGo={go}
        onZoom={() => zoom.set(!zoom.isOn)}
        onClose={() => dialog.current?.close()}
      />
    </dialog>
  );
}

/** The image that a key goes to, if there is one at that place; null for a key of no image. */
function targetOf(key: string, place: number, count: number): number | null {
  if (key === 'ArrowLeft') return place - 1;
  if (key === 'ArrowRight') return place + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function Slide({
  image: { url, alt, zoom },
  isShown,
  isZoomed,
  onPress,
}: {
  image: GalleryImage;
  isShown: boolean;
  isZoomed: boolean;
  onPress: (event: MouseEvent<HTMLElement>) => void;
}) {
  return (
    <li
      aria-hidden={!isShown}
      onClick={onPress}
      // The arrow keys scroll an enlarged image.
      tabIndex={isZoomed ? 0 : -1}
      className={`h-full outline-offset-[-2px] ${isZoomed ? 'cursor-zoom-out overflow-auto overscroll-contain' : 'cursor-zoom-in overflow-hidden'}`}
    >
      <ResponsiveImage
        url={url}
        alt={alt}
        sizes="100vw"
        priority={isShown}
        className={
          isZoomed
            ? 'mx-auto h-auto w-[250%] max-w-none md:w-[130%]'
            : 'mx-auto h-full object-contain'
        }
      >
        {/* The browser shows the rendition that it has until this one is there. */}
        {zoom ? (
          <source type="image/webp" srcSet={zoom} media={isZoomed ? 'all' : SHARP_SCREENS} />
        ) : null}
      </ResponsiveImage>
    </li>
  );
}

function Controls({
  place,
  count,
  isZoomed,
  onGo,
  onZoom,
  onClose,
}: {
  place: number;
  count: number;
  isZoomed: boolean;
  onGo: (to: number) => void;
  onZoom: () => void;
  onClose: () => void;
}) {
  const Zoom = isZoomed ? ZoomOut : ZoomIn;
  return (
    <div className="fixed inset-x-0 bottom-0 flex items-center justify-center gap-1 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div className="flex items-center gap-1 rounded-panel bg-surface p-1 shadow-panel">
        <IconButton label="Previous image" disabled={place === 0} onClick={() => onGo(place - 1)}>
          <ChevronLeft {...ICON} />
        </IconButton>
        <p aria-live="polite" className="min-w-16 text-center text-sm tabular-nums">
          {place + 1} of {count}
        </p>
        <IconButton
          label="Next image"
          disabled={place === count - 1}
          onClick={() => onGo(place + 1)}
        >
          <ChevronRight {...ICON} />
        </IconButton>
        <IconButton label={isZoomed ? 'Make smaller' : 'Enlarge'} onClick={onZoom}>
          <Zoom {...ICON} />
        </IconButton>
        <IconButton label="Close" onClick={onClose}>
          <X {...ICON} />
        </IconButton>
      </div>
    </div>
  );
}
