import { fileURLToPath } from 'node:url';
import { icons as lucide } from '@iconify-json/lucide';
import type { Plugin } from 'vite';

const MODULE = /^\0?virtual:icons\//;
const lineIcon = fileURLToPath(new URL('../admin/kit/line-icon.ts', import.meta.url));

/** What all of them share, and `line-icon.ts` sets once. */
const COMMON = new Set([
  'fill="none"',
  'stroke="currentColor"',
  'stroke-linecap="round"',
  'stroke-linejoin="round"',
  'stroke-width="2"',
]);

/**
 * `import Truck from 'virtual:icons/truck'`: an icon of https://lucide.dev/icons as a React component. From one file with the lines of all: the package
 * with a module for each is 40 MB.
 */
export function lineIcons(): Plugin {
  return {
    name: 'line-icons',
    resolveId: { filter: { id: MODULE }, handler: (id) => `\0${id.replace('\0', '')}` },
    load: {
      filter: { id: MODULE },
      handler(id) {
        const name = id.replace(MODULE, '');
        const icon = lucide.icons[name];
        if (!icon) this.error(`Lucide has no icon “${name}”`);
        return `import { lineIcon } from ${JSON.stringify(lineIcon)};
const shapes = ${JSON.stringify(shapesOf(icon.body))};
export default (props) => lineIcon(shapes, props);`;
      },
    },
  };
}

/** `<path stroke="currentColor" d="M5 12h14"/>` as `[['path', { d: 'M5 12h14' }]]`. */
function shapesOf(body: string) {
  return Array.from(body.matchAll(/<(\w+)([^<>]*)\/>/g), ([, tag, text = '']) => {
    const attributes = Array.from(text.matchAll(/([\w-]+)="([^"]*)"/g)).filter(([attribute]) => !COMMON.has(attribute));
    return [tag, Object.fromEntries(attributes.map(([, name, value]) => [name, value]))];
  });
}
