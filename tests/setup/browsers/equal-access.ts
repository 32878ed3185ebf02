import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** IBM's engine. It judges in the page and asks nobody. */
const ENGINE = readFileSync(fileURLToPath(import.meta.resolve('accessibility-checker-engine/ace.js')), 'utf8');

/** Rules that are left out, and why. */
const WITHOUT = {
  // They never say more than "look at it yourself", and take two thirds of the time.
  style_focus_visible: 'potential only',
  text_spacing_valid: 'potential only',
  element_tabbable_unobscured: 'potential only',
  element_tabbable_visible: 'potential only',
  // axe asks the same, and knows that an open dialog keeps the focus away from what lies behind it.
  aria_hidden_nontabbable: 'asked by axe',
  // axe asks the same; over a select of Base UI this rule stumbles.
  aria_attribute_required: 'asked by axe',
  // The focus goes into the list of an open select, as the ARIA practices for a listbox have it.
  combobox_focusable_elements: 'wrong about selects',
  // axe asks the same of targets, and knows that a list in a dialog is cut off where it scrolls.
  target_spacing_sufficient: 'asked by axe',
  // axe measures the same, and waits for what fades.
  text_contrast_sufficient: 'measured by axe',
  // It refuses `username` for a field of type email. HTML allows it there, and password managers fill it in.
  input_autocomplete_valid: 'wrong about username',
};

/** What a rule takes for a fault and is none. */
const UNDERSTOOD = [
  // The hero's arrows move its slides without script: further labels of radios that have names of their own, with words for screen readers alone.
  /^(label_content_exists|form_label_unique): .* for="hero-\d"/,
  // Its label is for screen readers alone on wide screens; the engine takes clipped words for none.
  /^input_label_exists: .* id="quantity"/,
  // What is folded away is not there, nor is its label.
  /^input_label_exists: .* name="testimonials\./,
  // The list of an open select stands beside the button that names it.
  /^input_label_exists: .* role="listbox"/,
];

export const DIALOGS = '[role=dialog], [role=alertdialog]';

interface Result {
  ruleId: string;
  /** What kind of rule it is, and what it found. */
  value: [policy: string, confidence: string];
  message: string;
  snippet: string;
  path: { dom: string };
}

interface Guideline {
  id: string;
  checkpoints: { rules?: { id: string }[] }[];
}

interface Checker {
  getGuidelines(): Guideline[];
  addGuideline(guideline: Guideline): void;
  check(part: Document | Element, guidelines: string[]): Promise<{ results: Result[] }>;
}

/** What IBM's Equal Access engine calls a violation of WCAG 2.2 on the page as it stands, short enough to read in a report. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(`'ace' in window || (() => { ${ENGINE}; window.ace = ace; })()`);
  const results = await page.evaluate(
    async ({ without, dialogs }) => {
      const { Checker } = Reflect.get(window, 'ace') as { Checker: new () => Checker };
      const checker = new Checker();
      const wcag = checker.getGuidelines().find(({ id }) => id === 'WCAG_2_2');
      if (!wcag) throw new Error('The engine has no WCAG 2.2');
      const checkpoints = wcag.checkpoints.map(({ rules = [], ...checkpoint }) => ({
        ...checkpoint,
        rules: rules.filter(({ id }) => !without.includes(id)),
      }));
      checker.addGuideline({ ...wcag, id: 'shop', checkpoints });
      const dialog = document.querySelector('[role=listbox]') ? undefined : [...document.querySelectorAll(dialogs)].at(-1);
      const { results } = await checker.check(dialog ?? document, ['shop']);
      return results
        .filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL')
        .filter(({ path }) => {
          // Behind an open dialog: nobody gets there.
          const node = document.evaluate(path.dom, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
          return !(node instanceof Element && node.closest('[aria-hidden=true], [inert]'));
        })
        .map(({ ruleId, message, snippet, path }) => ({ ruleId, message, snippet, path }));
    },
    { without: Object.keys(WITHOUT), dialogs: DIALOGS },
  );
  return results
    .map(({ ruleId, message, snippet, path }) => `${ruleId}: ${message} — ${snippet} (${path.dom})`)
    .filter((finding) => !UNDERSTOOD.some((pattern) => pattern.test(finding)));
}
