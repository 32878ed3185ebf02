import { formatPrice } from '#shared/money.ts';
import { DELIVERY } from '#shared/shop.ts';

/** How far it is to free delivery. */
export function DeliveryProgress({ subtotal }: { subtotal: number }) {
  const missing = DELIVERY.freeFrom - subtotal;
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
        value={Math.min(subtotal, DELIVERY.freeFrom)}
        max={DELIVERY.freeFrom}
        className="block h-1 w-full appearance-none overflow-hidden rounded-full bg-sand [&::-moz-progress-bar]:bg-gold [&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:bg-gold [&::-webkit-progress-value]:transition-[width]"
      />
    </div>
  );
}
