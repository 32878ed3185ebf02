import type { Plugin } from 'vite';

/** Vite's id of the module. A filter, so that Rolldown asks this plugin about it alone. */
const HELPER = /^\0vite\/preload-helper\.js$/;

/**
 * What `import()` calls, so that the files of a part that is loaded later come side by side. Vite's own also brings styles, of which we have none
 * (they stand in the page), and is 0.8 KB of every page.
 */
const OURS = `const asked = new Set();
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    if (asked.has(file)) continue;
    asked.add(file);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }));
  }
  return load();
};`;

export function preloadHelper(): Plugin {
  return {
    name: 'preload-helper',
    enforce: 'pre',
    apply: 'build',
    // What shop pages load later needs little beside what they have: lists of its files would only make them larger.
    configEnvironment(name, config) {
      const resolveDependencies = (_: string, files: string[], { hostId }: { hostId: string }) =>
        hostId.includes('_astro_type_script_') ? [] : files;
      if (name === 'client' && config.build) config.build.modulePreload = { polyfill: false, resolveDependencies };
    },
    load: { filter: { id: HELPER }, handler: () => OURS },
    // Such a style would be left out.
    generateBundle(_, bundle) {
      for (const { code } of Object.values(bundle).filter((file) => file.type === 'chunk'))
        if (/__vite__mapDeps=.*?\.css"/.test(code)) this.error('A part that is loaded later has styles of its own');
    },
  };
}
