import { createContext } from 'react';
import type { DispatchCourier } from '#domain/couriers/dispatch.ts';

/** The couriers of the list around, for the cells of its rows. */
export const CouriersContext = createContext<DispatchCourier[]>([]);
