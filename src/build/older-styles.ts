import { type AtRule, type Container, type Declaration, type Helpers, type Plugin, Rule } from 'postcss';

/** Weight of Tailwind's layers, lowest first. What stands in none wins over all of them. The first three never set the same property. */
const LAYERS: Record<string, number> = { properties: 0, theme: 0, base: 0, components: 1, utilities: 2 };
const UNLAYERED = 3;

/** Matches everything, as nothing has this id, and weighs as much as one. */
const WEIGHT = ':not(#_)';

/** Properties that are older as functions of `transform`. */
const TRANSFORMS = new Set(['translate', 'rotate', 'scale']);

/** `100dvh`: the screen's height as it is while its browser's bars come and go. */
const NEWER_UNIT = /(\d)[dls](v[hw])\b/g;

/** What Tailwind makes of `(width < 48rem)` beside another condition. */
const NARROWER = /\(not \(min-(width|height):\s*([\d.]+)(rem|px)\)\)/g;

/** A browser that does not know one selector of a rule drops the whole rule: these, which Safari 14 does not know, get rules of their own. */
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

/** The rules with selectors: the steps of keyframes have none. */
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

/** Adds a rule of the same selector for browsers that support something, or do not. */
function addBeside(rule: Rule, atRule: Helpers['atRule'], params: string, declarations: Declaration[]): void {
  if (declarations.length === 0) return;
  const supports = atRule({ name: 'supports', params, nodes: [rule.clone({ nodes: declarations })] });
  if (rule.source) supports.source = rule.source;
  rule.after(supports);
}

/** Puts the older unit before each newer one. A custom property takes whatever comes last: its newer value is given back, for those who know it. */
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
