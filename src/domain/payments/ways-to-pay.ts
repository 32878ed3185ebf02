/** A promise of cash with what else the shop takes: `Cash on delivery` or `Cash on delivery or bank transfer`. */
export function waysToPay(inCash: string, offersTransfer: boolean, byTransfer = ' or bank transfer'): string {
  return offersTransfer ? inCash + byTransfer : inCash;
}
