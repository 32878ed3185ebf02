// What a page needs from its first touch on.
import './contact-button.ts';
import '#browser/keep-focus.ts';
