/** A product's photo at the size of a list entry, through the image CDN; an empty square when there is none. */
export function Thumbnail({ src }: { src: string | null }) {
  if (!src) return <span className="thumbnail" />;
  const small = `/.netlify/images?${new URLSearchParams({ url: src, w: '128', h: '128', fit: 'cover', fm: 'webp' })}`;
  return <img src={small} alt="" width={64} height={64} loading="lazy" className="thumbnail" />;
}
