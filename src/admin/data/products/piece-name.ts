interface Counted {
  color?: string | undefined;
  size?: string | undefined;
}

/** Whether it is one choice of a product, which its SKU tells from the others. */
export function isCounted({ color, size }: Counted): boolean {
  return Boolean(color || size);
}

/** What a product, or one choice of it, is called: `Kundan Bangle (2.6, Gold)`. */
export function pieceName(productName: string, { color, size }: Counted): string {
  const choice = [size, color].filter(Boolean).join(', ');
  return choice ? `${productName} (${choice})` : productName;
}
