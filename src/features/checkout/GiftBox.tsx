/** What the shop offers of its own accord. */
export interface GiftOffers {
  offersTransfer?: boolean | undefined;
  /** What gift wrap costs, in rupees; left out where it is not offered. */
  giftWrap?: number | undefined;
}

interface Props {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  children: string;
}

/** One wish for a gift. */
export function GiftBox({ isChecked, onChange, children }: Props) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-ink"
      />
      {children}
    </label>
  );
}
