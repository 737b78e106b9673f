import { ACCEPTED_IMAGES, MOST_OF_IMAGE } from '#features/images/images.schema.ts';
import { MOST_RETURN_PHOTOS } from '#features/order-tables/return-photos.schema.ts';
import { isOpenReturn } from '#features/order-tables/return-status.schema.ts';
import type { ReturnPhotoView, ReturnView } from '#features/orders/returns/return-view.schema.ts';
import { Button } from '../../../ui/button.tsx';

/** Chooses photos. `left` is how many may be added. */
export function PhotoField({ id, left }: { id: string; left: number }) {
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {left === 1 ? 'One photo (optional)' : `Up to ${left} photos (optional)`}
      </label>
      <input
        id={id}
        name="photo"
        type="file"
        multiple={left > 1}
        accept={ACCEPTED_IMAGES}
        aria-describedby={`${id}-hint`}
        className="control"
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
        {MOST_OF_IMAGE} together. Only you and our staff see them.
      </p>
    </div>
  );
}

/** Adds photos to an open return. */
export function AddPhotos({
  one: { id, state, photos },
}: {
  one: Pick<ReturnView, 'id' | 'state'> & { photos: ReturnPhotoView[] };
}) {
  const left = MOST_RETURN_PHOTOS - photos.length;
  if (left < 1 || !isOpenReturn(state)) return null;
  return (
    <details className="mt-4">
      <summary className="link cursor-pointer font-semibold">Add photos</summary>
      {/* A file is posted as a document, as without script. */}
      <form method="post" encType="multipart/form-data" className="mt-3 space-y-3">
        <input type="hidden" name="return" value={id} />
        <PhotoField id={`photos-${id}`} left={left} />
        <Button name="intent" value="photos" aria-describedby={id}>
          Send the photos
        </Button>
      </form>
    </details>
  );
}
