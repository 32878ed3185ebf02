import { formatPrice } from '#domain/money.ts';

/** Progress to free delivery. */
export function DeliveryProgress({ subtotal, freeFrom }: { subtotal: number; freeFrom: number }) {
  const missing = freeFrom - subtotal;
  if (subtotal === 0) return null;
  return (
    <div className="space-y-2">
      <p className="text-sm">
        {missing > 0 ? (
          <>
            <strong className="font-medium">{formatPrice(missing)}</strong> more for free delivery
          </>
        ) : (
          <span className="text-leaf">Your order ships free</span>
        )}
      </p>
      <progress
        aria-label="Way to free delivery"
        value={Math.min(subtotal, freeFrom)}
        max={freeFrom}
        className="block h-1 w-full appearance-none overflow-hidden rounded-full bg-sand [&::-moz-progress-bar]:bg-gold [&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:bg-gold [&::-webkit-progress-value]:transition-[width]"
      />
    </div>
  );
}
