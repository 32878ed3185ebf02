import type { ComponentProps, MouseEvent } from 'react';
import { leave, navigate } from './router.ts';

/** A link inside the staff app. A plain click navigates without a page load; the browser handles new tabs and windows. */
export function Link({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!plain || event.defaultPrevented) return;
    event.preventDefault();
    leave(() => navigate(href));
  }
  return <a href={href} onClick={follow} {...rest} />;
}
