/**
 * What makes islands of prebuilt markup: Astro's element and our directive. Astro would put both into every page (2 KB of each, compressed); here they
 * are part of a script that is kept between pages. middleware.ts takes Astro's copies out, and early.ts holds clicks until this has run.
 */
import 'virtual:astro-island';
import intent from './intent-directive.ts';

// The element has created `Astro` and waits for this event if it found no directive.
Object.assign(Reflect.get(self, 'Astro'), { intent });
window.dispatchEvent(new Event('astro:intent'));
