import * as z from 'zod';
import { isCountry } from './countries.ts';

const NO_CODE = 'Use the two-letter code of a country, like pk';

/** ISO 3166-1, two letters, kept in lower case. */
export const countryCode = z.string().trim().max(2, { error: NO_CODE, abort: true }).toLowerCase().refine(isCountry, NO_CODE);
