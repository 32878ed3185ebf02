import { POSTEX } from '#local/couriers/postex-double.ts';
import { LEOPARDS } from './leopards-double.ts';
import { TCS } from './tcs-double.ts';
import { TRAX } from './trax-double.ts';

export const SCRIPTS = [POSTEX, LEOPARDS, TRAX, TCS];
