import Plus from 'virtual:icons/plus';
import { useEffect } from 'react';
import { isTyping } from '#admin/kit/is-typing.ts';
import { Link } from '#admin/platform/Link.tsx';
import { leave, navigate } from '#admin/platform/router.ts';

const NEW_ORDER = '/admin/new-order';

/** Leads to the screen on which staff write down an order; so does `n`. */
export function NewOrderLink() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isOther = event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target);
      if (event.key !== 'n' || isOther) return;
      event.preventDefault();
      leave(() => navigate(NEW_ORDER));
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  return (
    <Link href={NEW_ORDER} className="btn btn-primary px-4">
      <Plus className="size-4" />
      <span>
        New<span className="max-sm:sr-only"> Order</span>
      </span>
    </Link>
  );
}
