import ImageOff from 'virtual:icons/image-off';
import { useState } from 'react';
import { imageAddress } from '#domain/photos/image-address.ts';

interface Props {
  /** An empty or missing address shows an empty frame. */
  src: string | null;
  alt: string;
  className?: string;
}

/** A photo as the shop shows it: through the image CDN, which refuses unknown hosts. */
export function PhotoPreview({ src, alt, className = '' }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const look = `grid place-items-center overflow-hidden rounded-sm bg-cream object-cover ${className}`;

  if (!src) return <span className={look} />;
  if (src === broken || !imageAddress.safeParse(src).success) {
    return (
      <span role="img" aria-label={`${alt} cannot be shown`} className={look}>
        <span className="px-2 text-center text-xs text-muted">
          <ImageOff className="mx-auto mb-1 size-5" />
          No photo there
        </span>
      </span>
    );
  }
  const address = `/.netlify/images?${new URLSearchParams({ url: src, w: '320', h: '320', fit: 'cover', fm: 'webp' })}`;
  return <img src={address} alt={alt} width={320} height={320} loading="lazy" onError={() => setBroken(src)} className={look} />;
}
