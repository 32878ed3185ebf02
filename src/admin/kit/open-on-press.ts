import type { MouseEvent } from 'react';
import { navigate } from '#admin/platform/router.ts';

/** What inside an entry has a use of its own. */
const CONTROLS = 'a, button, input, label, select, textarea, [role=combobox]';

/** What makes a whole row or card open its entry on a press, except on its links and controls, and while text is being marked. */
export function openOnPress(href: string | undefined) {
  if (href === undefined) return {};
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      // Lists that open from a row are elsewhere on the page, but their clicks come by here.
      if (!event.currentTarget.contains(target) || target.closest(CONTROLS)) return;
      if (window.getSelection()?.isCollapsed === false) return;
      if (event.metaKey || event.ctrlKey) window.open(href, '_blank', 'noopener');
      else navigate(href);
    },
  };
}
