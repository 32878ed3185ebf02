import * as z from 'zod';
import { isCountry } from './countries.ts';

/** ISO 3166-1, two letters, kept in lower case. */
export const countryCode = z.string().trim().toLowerCase().refine(isCountry, 'Use the two-letter code of a country, like pk');
