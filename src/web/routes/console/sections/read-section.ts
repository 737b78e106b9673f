import { postedNameAndAddress } from '../../../components/console/editor/posted.ts';
import { takePostedImage } from '../../../posted-image.ts';
import { postedText } from '../../../posted-text.ts';
import type { Visit } from '../../../shop-context.ts';

/** The posted fields that categories and collections have. Without an image, the stored one stays. */
export async function readSection(visit: Visit, posted: FormData) {
  const unfit = await takePostedImage(visit, posted, 'image');
  const image = postedText(posted, 'image') || (posted.has('removeImage') ? null : undefined);
  const changes = {
    ...postedNameAndAddress(posted),
    description: postedText(posted, 'description'),
    ...(image === undefined ? {} : { image }),
    inMenu: posted.has('inMenu'),
  };
  return { unfit, changes };
}
