import { Icon } from '#components/Icon.tsx';

interface Props {
  name: string;
  className?: string;
}

/** The heart. `shop-actions.ts` keeps `aria-pressed` up to date. */
export function FavoriteButton({ name, className = '' }: Props) {
  return (
    <button
      type="button"
      data-action="toggle-favorite"
      aria-pressed="false"
      aria-label={`Favorite: ${name}`}
      // shop-actions.ts sets aria-pressed before the island hydrates.
      suppressHydrationWarning
      className={`btn-icon aria-pressed:text-wine aria-pressed:[&_path]:fill-wine ${className}`}
    >
      <Icon name="heart" />
    </button>
  );
}
