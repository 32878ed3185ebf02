import { phoneSizes, photo, wholePhotoUrl } from '#components/photo.ts';
import { PHOTO_FALLBACK } from '#components/photo-placeholder.ts';
import type { PhotoColor } from '#domain/products/contract.ts';

interface Props {
  name: string;
  images: string[];
  /** Which colour a photo shows: choosing the colour scrolls to it. */
  photoColors: PhotoColor[];
  wornImages: string[];
}

const MAIN = {
  widths: [400, 560, 728, 800, 1200],
  sizes: phoneSizes(100, '(min-width: 84rem) 40rem, (min-width: 48rem) 48vw, 100vw'),
};
/** The stored size of photos. */
const LARGEST = 2000;
const THUMBNAIL = { widths: [96, 192], sizes: '6rem' };

/** Photos in a scrollable row, with thumbnails. */
export function ProductGallery({ name, images, photoColors, wornImages }: Props) {
  const shown = images.length > 0 ? images : [''];
  return (
    <div className="min-w-0 max-sm:-mx-4">
      <section aria-label={`Photos of ${name}`}>
        <ul
          data-gallery
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain bg-cream [scrollbar-width:none] lg:rounded-sm"
        >
          {shown.map((url, index) => (
            <li
              key={url}
              id={`photo-${index + 1}`}
              data-color={photoColors.find(({ image }) => image === url)?.color}
              className="w-full shrink-0 snap-center"
            >
              <a
                href={url ? wholePhotoUrl(url, LARGEST) : PHOTO_FALLBACK}
                data-zoom
                aria-label={`Zoom photo ${index + 1} of ${shown.length}`}
                className="block aspect-square cursor-zoom-in"
              >
                <GalleryPhoto
                  url={url}
                  alt={`${name}${index > 0 ? `, view ${index + 1}` : ''}${wornImages.includes(url) ? ', worn' : ''}`}
                  first={index === 0}
                  next={images[1]}
                />
              </a>
            </li>
          ))}
        </ul>
      </section>
      {shown.length > 1 && (
        <ul className="mt-3 flex gap-3 overflow-x-auto p-1 max-sm:px-4">
          {shown.map((url, index) => (
            <li key={url} className="shrink-0">
              <a
                href={`#photo-${index + 1}`}
                data-photo={index}
                aria-label={`Show photo ${index + 1} of ${shown.length}`}
                {...(index === 0 && { 'aria-current': true })}
                className="block size-14 overflow-hidden md:size-21 rounded-sm border-2 border-transparent aria-[current]:border-ink"
              >
                <Thumbnail url={url} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function GalleryPhoto({ url, alt, first, next }: { url: string; alt: string; first: boolean; next: string | undefined }) {
  const { srcSet, ...image } = photo(url, MAIN);
  return (
    <img
      {...image}
      {...(srcSet && { srcSet })}
      alt={alt}
      data-fallback={(first && next) || PHOTO_FALLBACK}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      className={`aspect-square w-full object-cover ${first ? '' : 'below'}`}
    />
  );
}

function Thumbnail({ url }: { url: string }) {
  const { srcSet, ...image } = photo(url, THUMBNAIL);
  return (
    <img
      {...image}
      {...(srcSet && { srcSet })}
      alt=""
      loading="lazy"
      data-fallback={PHOTO_FALLBACK}
      className="below size-20 object-cover"
    />
  );
}
