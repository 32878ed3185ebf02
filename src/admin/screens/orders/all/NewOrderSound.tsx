import { useNewOrderSound } from './new-order-sound.ts';
import { useOrderStats } from './orders.ts';

/** Plays the sound of a new order, whatever screen is open. Shows nothing. */
export function NewOrderSound() {
  const { data } = useOrderStats();
  useNewOrderSound(data?.totalOrders);
  return null;
}
