/** How far a booking with a courier is. `intended`: the courier is being called. `unknown`: it was, and nobody knows what came of it. */
export const BOOKING_STATES = ['intended', 'unknown', 'booked', 'failed', 'cancelled'] as const;
