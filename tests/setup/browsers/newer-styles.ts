import postcss, { type AtRule, type Declaration, type Rule } from 'postcss';

/** Colours as functions that a browser of 2021 does not know. */
const NEWER_COLOR = /\b(?:oklch|oklab|lch|lab|color|color-mix|light-dark)\(/;

const NEWER_UNIT = /\d[dls]v(?:h|w|min|max|b|i)\b/;

/** A selector that makes older browsers drop the whole rule it stands in; not where `:is()` or `:where()` forgive it. */
const NEWER_SELECTOR = /:has\(|::backdrop|:focus-visible|:popover-open|:open\b|:user-(?:in)?valid|::details-content/;

/**
 * What a built stylesheet says in words that browsers of 2021 cannot read, without saying it in an older form, too. What only looks plainer
 * without (a missing blur, a shadow) is none of it.
 */
export function newerStyles(css: string): string[] {
  const found: string[] = [];
  const root = postcss.parse(css);
  const note = (what: string, node: AtRule | Rule | Declaration) => found.push(`${what}: ${node.toString().slice(0, 160)}`);
  root.walkAtRules((atRule) => {
    if (atRule.name === 'layer') note('a layer', atRule);
    if (atRule.name === 'media' && /[<>]|\(not |\bor\b/.test(atRule.params)) note('a range or a condition', atRule);
  });
  root.walkRules((rule) => {
    if (rule.parent?.type === 'rule' || /(?<!\\)&/.test(rule.selector)) note('a nested rule', rule);
    const newer = rule.selectors.filter((selector) => NEWER_SELECTOR.test(selector.replace(/:(?:is|where)\(.*\)/g, '')));
    if (newer.length > 0 && newer.length < rule.selectors.length) note('a new selector among older ones', rule);
  });
  root.walkDecls((declaration) => {
    if (NEWER_COLOR.test(declaration.value) && !hasOlderColor(declaration) && !isIn(declaration, 'supports'))
      note('a colour', declaration);
    if (NEWER_UNIT.test(declaration.value) && !hasEarlier(declaration) && !isIn(declaration, 'supports'))
      note('a unit', declaration);
    if (/^(?:translate|rotate|scale)$/.test(declaration.prop) && !hasTransform(declaration)) note('a transform', declaration);
  });
  return found;
}

function isIn(declaration: Declaration, name: string): boolean {
  for (let around = declaration.parent as AtRule | undefined; around; around = around.parent as AtRule | undefined)
    if (around.name === name) return true;
  return false;
}

function hasEarlier({ parent, prop, value }: Declaration): boolean {
  return (parent?.nodes ?? []).some((node) => node.type === 'decl' && node.prop === prop && node.value !== value);
}

/** Whether the same rule says the colour before in words that every browser knows. */
function hasOlderColor(declaration: Declaration): boolean {
  const nodes = declaration.parent?.nodes ?? [];
  const earlier = nodes.slice(0, nodes.indexOf(declaration));
  return earlier.some((node) => node.type === 'decl' && node.prop === declaration.prop && !NEWER_COLOR.test(node.value));
}

/** Whether a rule for browsers without single transforms stands beside it. */
function hasTransform(declaration: Declaration): boolean {
  let has = false;
  declaration.root().walkAtRules('supports', (supports) => {
    if (!/^not \(translate:\s*0\)$/.test(supports.params)) return;
    supports.walkRules(({ selectors }) => {
      has ||= (declaration.parent as Rule).selectors.every((selector) => selectors.includes(selector));
    });
  });
  return has;
}
