import { LEOPARDS } from './leopards-double.ts';
import { POSTEX } from './postex-double.ts';
import { TCS } from './tcs-double.ts';
import { TRAX } from './trax-double.ts';

export const SCRIPTS = [POSTEX, LEOPARDS, TRAX, TCS];
