import type { Plugin } from 'vite';

/** A method of all schemas and a line of each kind. Their imports then lead nowhere, and the bundler leaves the rest out. */
const WRITERS = [
  /^ *inst\._zod\.processJSONSchema = .*;\n/gm,
  /^ *toJSONSchema\(params\) \{\n.*\n *\},\n/gm,
  /^ *jsonSchema: \{\n.*\n.*\n *\},\n/gm,
];

/**
 * Takes from the browsers' zod what writes JSON schemas: a quarter of it, which every schema carries, so that no bundler can leave it out.
 * Only the API's description needs that, and it is made elsewhere.
 */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
      handler(code) {
        const rest = WRITERS.reduce((left, writer) => left.replaceAll(writer, ''), code);
        if (/JSONSchema(?!.* from )/.test(rest))
          this.error('zod writes JSON schemas in another way than without-json-schemas.ts knows');
        return { code: rest, map: null };
      },
    },
  };
}
