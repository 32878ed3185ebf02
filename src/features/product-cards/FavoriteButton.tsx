import { Icon } from '#components/Icon.tsx';

interface Props {
  name: string;
  className?: string;
}

/** The heart. `shop-actions.ts` presses it for products that are favorites. */
export function FavoriteButton({ name, className = '' }: Props) {
  return (
    <button
      type="button"
      data-action="toggle-favorite"
      aria-pressed="false"
      aria-label={`Favorite: ${name}`}
      // The browser's script sets it before an island hydrates.
      suppressHydrationWarning
      className={`btn-icon aria-pressed:text-wine aria-pressed:[&_path]:fill-wine ${className}`}
    >
      <Icon name="heart" />
    </button>
  );
}
