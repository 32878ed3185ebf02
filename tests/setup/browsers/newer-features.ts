import ts from 'typescript';

/** The first version of Chrome, Safari and Firefox that has something. Edge is Chrome here, and iOS is Safari. */
type Since = [chrome: number, safari: number, firefox: number];

const NEVER = Number.POSITIVE_INFINITY;

/** Functions, by the end of what is called: `.at` on whatever it is, `Object.hasOwn` as it stands. */
const CALLS = table({
  '.at': [92, 15.4, 90],
  '.findLast': [97, 15.4, 104],
  '.findLastIndex': [97, 15.4, 104],
  '.toSorted': [110, 16, 115],
  '.toReversed': [110, 16, 115],
  '.toSpliced': [110, 16, 115],
  '.with': [110, 16, 115],
  '.toWellFormed': [111, 16.4, 119],
  '.isWellFormed': [111, 16.4, 119],
  '.union': [122, 17, 127],
  '.intersection': [122, 17, 127],
  '.difference': [122, 17, 127],
  '.isSubsetOf': [122, 17, 127],
  '.isSupersetOf': [122, 17, 127],
  '.isDisjointFrom': [122, 17, 127],
  '.replaceChildren': [86, 14, 78],
  '.requestSubmit': [76, 16, 75],
  '.showModal': [37, 15.4, 98],
  '.showPopover': [114, 17, 125],
  '.hidePopover': [114, 17, 125],
  '.togglePopover': [114, 17, 125],
  '.showPicker': [99, 16, 101],
  '.checkVisibility': [105, 17.4, 106],
  '.throwIfAborted': [100, 15.4, 97],
  '.randomUUID': [92, 15.4, 95],
  '.moveBefore': [133, NEVER, 144],
  '.setHTMLUnsafe': [124, 17.4, 123],
  structuredClone: [98, 15.4, 94],
  requestIdleCallback: [47, NEVER, 55],
  reportError: [95, 15.4, 93],
  'Object.hasOwn': [93, 15.4, 92],
  'Object.groupBy': [117, 17.4, 119],
  'Map.groupBy': [117, 17.4, 119],
  'Array.fromAsync': [121, 16.4, 115],
  'AbortSignal.timeout': [103, 16, 100],
  'AbortSignal.any': [116, 17.4, 124],
  'AbortSignal.abort': [93, 15, 88],
  'Promise.withResolvers': [119, 17.4, 121],
  'Promise.try': [128, 18.2, 134],
  'URL.canParse': [120, 17, 115],
  'URL.parse': [126, 18, 126],
  'Intl.supportedValuesOf': [99, 15.4, 93],
  'Iterator.from': [122, 18.4, 131],
  'RegExp.escape': [136, 18.2, 134],
  'Response.json': [105, 17, 115],
  'locks.request': [69, 15.4, 96],
});

/** In a script a selector that is not known throws. */
const SELECTORS = table({
  ':has(': [105, 15.4, 121],
  ':focus-visible': [86, 15.4, 85],
  ':open': [133, NEVER, 136],
  ':popover-open': [114, 17, 125],
});

const CLASSES = table({
  BroadcastChannel: [54, 15.4, 38],
  OffscreenCanvas: [69, 16.2, 105],
  CSSStyleSheet: [73, 16.4, 101],
  WeakRef: [84, 14.1, 79],
  'Intl.Segmenter': [87, 14.1, 125],
  'Intl.DurationFormat': [129, 16.4, 136],
});

/** Properties that elements take; an element that does not know one keeps it to itself. */
const ASSIGNED: [RegExp, Since][] = [
  [/^aria[A-Z]\w*$/, [81, 12.1, 119]],
  [/^inert$/, [102, 15.5, 112]],
  [/^popover$/, [114, 17, 125]],
];

const SYNTAX = {
  'a static block': [94, 16.4, 93],
  'a private field': [74, 14.1, 90],
  'a private method': [84, 15, 90],
  '`#x in`': [91, 15, 90],
  'await outside of functions': [89, 15, 89],
  'lookbehind in a pattern': [62, 16.4, 78],
  'a pattern’s flag d': [90, 15, 88],
  'a pattern’s flag v': [112, 17, 116],
  'modifiers in a pattern': [125, 26, 132],
  'import attributes': [123, 17.2, 138],
  'a using declaration': [134, NEVER, 141],
} satisfies Record<string, Since>;

/** A browser and its version: `chrome90`. */
export type Target = string;

/** What a built script uses that one of the browsers does not have, with the place where it stands. */
export function newerFeatures(script: string, targets: Target[]): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile('built.js', script, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const note = (name: string, since: Since | undefined, node: ts.Node) => {
    const lacking = since && targets.filter((target) => isOlder(target, since));
    if (lacking?.length) found.push(`${name} (not in ${lacking.join(', ')}): ${excerpt(script, node)}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && !node.questionDotToken) {
      const name = calledName(node.expression);
      const selector = selectorOf(node);
      if (selector) note(`selector ${selector}`, SELECTORS.get(selector), node);
      if (!isAskedFor(script, node, name)) note(name, CALLS.get(name) ?? CALLS.get(name.replace(/^.*\./, '.')), node);
    } else if (ts.isNewExpression(node)) {
      note(`new ${node.expression.getText(source)}`, CLASSES.get(node.expression.getText(source)), node);
    } else if (ts.isBinaryExpression(node) && isAssignedProperty(node)) {
      const { text } = node.left.name;
      note(`.${text} =`, ASSIGNED.find(([pattern]) => pattern.test(text))?.[1], node);
    }
    const syntax = syntaxOf(node);
    if (syntax) note(syntax, SYNTAX[syntax], node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The newer selector that a call asks elements for; none where the fault is caught. */
function selectorOf(call: ts.CallExpression): string | undefined {
  const [asked] = call.arguments;
  if (!/\.(matches|closest|querySelector|querySelectorAll)$/.test(calledName(call.expression))) return undefined;
  if (!asked || !ts.isStringLiteralLike(asked) || ts.findAncestor(call, ts.isTryStatement)) return undefined;
  return [...SELECTORS.keys()].find((selector) => asked.text.includes(selector));
}

/** Whether the script has just asked for it: `typeof x.name === 'function'`, or `if (navigator.locks)` before `navigator.locks.request()`. */
function isAskedFor(script: string, { expression }: ts.CallExpression, name: string): boolean {
  const before = script.slice(Math.max(0, expression.getStart() - 120), expression.getStart());
  if (before.includes('typeof') && before.includes(name.replace(/^.*\./, '.'))) return true;
  return ts.isPropertyAccessExpression(expression) && before.includes(`if(${expression.expression.getText()})`);
}

/** `Object.hasOwn`, `locks.request`; `.at` for a call on whatever else. */
function calledName(called: ts.Expression): string {
  if (ts.isIdentifier(called)) return called.text;
  if (!ts.isPropertyAccessExpression(called)) return '';
  const on = called.expression;
  const owner = ts.isIdentifier(on) ? on.text : ts.isPropertyAccessExpression(on) ? on.name.text : '';
  return `${owner}.${called.name.text}`;
}

function isAssignedProperty(node: ts.BinaryExpression): node is ts.BinaryExpression & { left: ts.PropertyAccessExpression } {
  return node.operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isPropertyAccessExpression(node.left);
}

function syntaxOf(node: ts.Node): keyof typeof SYNTAX | undefined {
  if (ts.isClassStaticBlockDeclaration(node)) return 'a static block';
  if (ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name)) return 'a private field';
  if ((ts.isMethodDeclaration(node) || ts.isAccessor(node)) && ts.isPrivateIdentifier(node.name)) return 'a private method';
  if (ts.isBinaryExpression(node) && ts.isPrivateIdentifier(node.left)) return '`#x in`';
  if (ts.isAwaitExpression(node) && !ts.findAncestor(node, ts.isFunctionLike)) return 'await outside of functions';
  if (ts.isImportDeclaration(node) && node.attributes) return 'import attributes';
  if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Using) === ts.NodeFlags.Using)
    return 'a using declaration';
  if (ts.isRegularExpressionLiteral(node)) return patternSyntax(node.text);
  return undefined;
}

function patternSyntax(pattern: string): keyof typeof SYNTAX | undefined {
  const [, flags = ''] = /\/([a-z]*)$/.exec(pattern) ?? [];
  if (/\(\?<[=!]/.test(pattern)) return 'lookbehind in a pattern';
  if (/\(\?[ims]*-?[ims]+:/.test(pattern)) return 'modifiers in a pattern';
  if (flags.includes('d')) return 'a pattern’s flag d';
  return flags.includes('v') ? 'a pattern’s flag v' : undefined;
}

function table(entries: Record<string, Since>): Map<string, Since> {
  return new Map(Object.entries(entries));
}

function isOlder(target: Target, [chrome, safari, firefox]: Since): boolean {
  const [, name = '', version] = /^([a-z]+)([\d.]+)$/.exec(target) ?? [];
  const since = { chrome, edge: chrome, safari, ios: safari, firefox }[name];
  if (since === undefined) throw new Error(`No table knows ${target}`);
  return Number(version) < since;
}

function excerpt(script: string, node: ts.Node): string {
  return script.slice(Math.max(0, node.getStart() - 60), node.getStart() + 100).replace(/\s+/g, ' ');
}
