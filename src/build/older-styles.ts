import { type AtRule, type Container, type Declaration, type Helpers, type Plugin, Rule } from 'postcss';

/** Weights of Tailwind's layers, lowest first; unlayered rules win. The first three never set the same property. */
const LAYERS: Record<string, number> = { properties: 0, theme: 0, base: 0, components: 1, utilities: 2 };
const UNLAYERED = 3;

/** Matches everything, with the specificity of an id. */
const WEIGHT = ':not(#_)';

/** Properties that older browsers know only as functions of `transform`. */
const TRANSFORMS = new Set(['translate', 'rotate', 'scale']);

/** Units such as `100dvh`, which follow the browser's bars. */
const NEWER_UNIT = /(\d)[dls](v[hw])\b/g;

/** Tailwind's output for `(width < 48rem)` combined with another condition. */
const NARROWER = /\(not \(min-(width|height):\s*([\d.]+)(rem|px)\)\)/g;

/** Selectors unknown to Safari 14. A browser drops a whole rule for one unknown selector, so these get rules of their own. */
const NEWER_SELECTOR = /::backdrop|:has\(|:focus-visible/;

/**
 * Tailwind writes styles for browsers of 2023; this rewrites them for those of 2021: cascade layers become weights of selectors,
 * `translate` and `dvh` get an older form beside them, and no rule is lost for one new selector in it. Lightning CSS does the rest
 * (`cssTarget` in older-browsers.ts). Without this, a browser that does not know `@layer` shows unstyled pages.
 */
export function olderStyles(): Plugin {
  return {
    postcssPlugin: 'older-styles',
    OnceExit(root, { atRule }) {
      for (const rule of rulesOf(root)) {
        const weight = WEIGHT.repeat(layerOf(rule));
        rule.selectors = rule.selectors.map((selector) => selector.replace(/^(\*|[a-z][\w-]*)?/i, `$1${weight}`));
        const moves = rule.nodes.filter((node): node is Declaration => node.type === 'decl' && TRANSFORMS.has(node.prop));
        const asFunctions = moves.map((move) => move.clone({ prop: 'transform', value: asTransform(move.prop, move.value) }));
        addBeside(rule, atRule, 'not (translate: 0)', asFunctions);
        addBeside(rule, atRule, '(height: 1dvh)', writeOlderUnits(rule));
        splitNewer(rule);
      }
      root.walkAtRules('media', (media) => {
        media.params = media.params.replace(NARROWER, (_, side, edge, unit) => `(max-${side}: ${Number(edge) - 0.001}${unit})`);
      });
      root.walkAtRules('layer', (layer) => {
        if (layer.nodes) layer.replaceWith(layer.nodes);
        else layer.remove();
      });
    },
  };
}

/** Style rules, without the steps of keyframes. */
function rulesOf(root: Container): Rule[] {
  const rules: Rule[] = [];
  root.walkRules((rule) => {
    if (!(rule.parent instanceof Rule) && !/keyframes$/.test((rule.parent as AtRule).name ?? '')) rules.push(rule);
  });
  return rules;
}

function layerOf(rule: Rule): number {
  for (let around = rule.parent as AtRule | undefined; around; around = around.parent as AtRule | undefined) {
    if (around.name !== 'layer') continue;
    const weight = LAYERS[around.params];
    if (weight === undefined) throw new Error(`older-styles.ts does not know the layer “${around.params}”`);
    return weight;
  }
  return UNLAYERED;
}

/** Adds an `@supports` rule with the same selector. */
function addBeside(rule: Rule, atRule: Helpers['atRule'], params: string, declarations: Declaration[]): void {
  if (declarations.length === 0) return;
  const supports = atRule({ name: 'supports', params, nodes: [rule.clone({ nodes: declarations })] });
  if (rule.source) supports.source = rule.source;
  rule.after(supports);
}

/** Adds an older unit before each newer one. Custom properties get the older value; the newer ones are returned, for `@supports`. */
function writeOlderUnits(rule: Rule): Declaration[] {
  const newer: Declaration[] = [];
  rule.walkDecls((declaration) => {
    const value = declaration.value.replace(NEWER_UNIT, '$1$2');
    if (value === declaration.value) return;
    if (!declaration.prop.startsWith('--')) return void declaration.cloneBefore({ value });
    newer.push(declaration.clone());
    declaration.value = value;
  });
  return newer;
}

/** `translate: 0 -50%` as `translate(0,-50%)`; `none` stays. */
function asTransform(prop: string, value: string): string {
  return value === 'none'
    ? value
    : `${prop}(${value
        .trim()
        .split(/\s+(?![^(]*\))/)
        .join(',')})`;
}

function splitNewer(rule: Rule): void {
  const newer = rule.selectors.filter((selector) => NEWER_SELECTOR.test(selector));
  if (newer.length === 0 || rule.selectors.length === 1) return;
  for (const selector of newer) rule.after(rule.clone({ selectors: [selector] }));
  const known = rule.selectors.filter((selector) => !NEWER_SELECTOR.test(selector));
  if (known.length > 0) rule.selectors = known;
  else rule.remove();
}
