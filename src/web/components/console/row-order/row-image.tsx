import { thumbOf } from '#shared/renditions.ts';
import { classNames } from '../../../ui/class-names.ts';

const shapes = {
  square: { box: 'size-11', width: 44, height: 44 },
  /** That of product images. */
  tall: { box: 'h-11 w-9', width: 36, height: 45 },
};

/** The image of a row that can be dragged; its place stays empty where there is none. */
export function RowImage({ url, shape }: { url: string | null; shape: keyof typeof shapes }) {
  const { box, ...size } = shapes[shape];
  return (
    <span className={classNames(box, 'shrink-0 overflow-hidden rounded-control bg-tint')}>
      {url ? (
        <img
          src={thumbOf(url)}
          alt=""
          {...size}
          loading="lazy"
          draggable={false}
          className="size-full object-cover"
        />
      ) : null}
    </span>
  );
}
