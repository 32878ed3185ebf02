import { photo, wholePhotoUrl } from '#components/photo.ts';
import { PHOTO_FALLBACK } from '#components/photo-placeholder.ts';
import { MAX_REVIEW_PHOTO_SIDE, type ReviewPhoto } from '#domain/reviews/contract.ts';

interface Props {
  photos: ReviewPhoto[];
  /** Who sent them. */
  by: string;
  /** The product's name. */
  of: string;
}

const THUMBNAIL = { widths: [96, 192], sizes: '6rem' };

/** A shopper's photos of a product. `product-page.ts` opens them large; without it the links lead to them. */
export function ReviewPhotos({ photos, by, of }: Props) {
  const name = `Photo by ${by} of ${of}`;
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {photos.map(({ id, address }) => (
        <li key={id}>
          <a href={wholePhotoUrl(address, MAX_REVIEW_PHOTO_SIDE)} data-zoom className="block cursor-zoom-in">
            <img
              {...photo(address, THUMBNAIL)}
              alt={name}
              loading="lazy"
              data-fallback={PHOTO_FALLBACK}
              className="size-24 rounded-sm bg-cream object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
