import { photo } from '#components/photo.ts';

interface Props {
  /** Left out once the piece is not sold any more. */
  productId?: string | undefined;
  productName: string;
  productImage: string | null;
}

/** The photo of a piece of an order, which leads to its product's page. */
export function PieceThumbnail({ productId, productName, productImage }: Props) {
  const picture = (
    <img
      {...photo(productImage ?? '', { widths: [64, 128, 192], sizes: '64px' })}
      alt=""
      className="size-16 shrink-0 bg-sand object-cover"
    />
  );
  if (!productId) return picture;
  return (
    <a href={productPath(productId)} aria-label={productName} className="shrink-0">
      {picture}
    </a>
  );
}

/** Of a piece that is still sold. */
export function productPath(productId: string): string {
  return `/product/${encodeURIComponent(productId)}`;
}
