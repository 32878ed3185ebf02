/**
 * Where the money of an order is. `due`: nobody has received it yet. `with_courier`: collected, and not paid out. `short`, `over`: a courier’s file paid less,
 * or more, than it collected. `written_off`: what it never paid. `settled`: the shop has it.
 */
export const MONEY_STATES = ['due', 'with_courier', 'settled', 'short', 'over', 'written_off'] as const;

export type MoneyState = (typeof MONEY_STATES)[number];
