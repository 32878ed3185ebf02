import * as z from 'zod';
import { RIGHT_NAMES } from './rights.ts';

export const right = z.enum(RIGHT_NAMES);
