interface Counted {
  color?: string | undefined;
  size?: string | undefined;
}

/** What a product, or one choice of it, is called: `Kundan Bangle (2.6, Gold)`. */
export function pieceName(productName: string, { color, size }: Counted): string {
  const choice = [size, color].filter(Boolean).join(', ');
  return choice ? `${productName} (${choice})` : productName;
}
