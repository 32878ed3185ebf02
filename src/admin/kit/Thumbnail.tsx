import { useState } from 'react';

/** A product's photo in list size, through the image CDN; an empty square when there is none or it is gone. */
export function Thumbnail({ src }: { src: string | null }) {
  const [gone, setGone] = useState<string | null>(null);
  if (!src || src === gone) return <span className="thumbnail" />;
  const small = `/.netlify/images?${new URLSearchParams({ url: src, w: '128', h: '128', fit: 'cover', fm: 'webp' })}`;
  return <img src={small} alt="" width={64} height={64} loading="lazy" onError={() => setGone(src)} className="thumbnail" />;
}
