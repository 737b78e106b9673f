import type { ReturnPhotoView } from '#features/orders/returns/return-view.schema.ts';

/** The photos of a return. Each opens in its full size. `of` names what it shows. */
export function ReturnPhotos({ photos, of }: { photos: ReturnPhotoView[]; of: string }) {
  if (photos.length === 0) return null;
  return (
    <ul aria-label={`Photos of ${of}`} className="mt-3 flex flex-wrap gap-3 print:hidden">
      {photos.map(({ id, width, height }, index) => (
        <li key={id}>
          <a href={`/returnOrder/photos/${id}`} target="_blank" rel="noreferrer">
            <img
              src={`/returnOrder/photos/${id}`}
              alt={`${of}, ${index + 1} of ${photos.length}. Opens in a new tab.`}
              {...{ width, height }}
              loading="lazy"
              decoding="async"
              className="size-24 rounded-control bg-tint object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
