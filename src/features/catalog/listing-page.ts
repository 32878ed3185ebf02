// While the address asks for other products than the prebuilt ones, those are greyed until the listing island shows the right ones.
import './grid-end.ts';
import { LISTING_PARAMETERS } from './listing.ts';

const asked = new URLSearchParams(location.search);
const isPlain = !LISTING_PARAMETERS.some((name) => asked.has(name));
document.querySelector('#listing')?.toggleAttribute('data-pending', !isPlain);
