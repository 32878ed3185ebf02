import Plus from 'virtual:icons/plus';
import { useEffect } from 'react';
import { isTyping } from '#admin/kit/is-typing.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { leave, navigate } from '#admin/platform/router.ts';

const NEW_ORDER = '/admin/new-order';
const NEEDED = 'place_orders';

/** Leads to the screen on which staff write down an order; so does `n`. */
export function NewOrderLink() {
  const mayPlace = useMay(NEEDED);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isOther = event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target);
      if (event.key !== 'n' || isOther) return;
      event.preventDefault();
      leave(() => navigate(NEW_ORDER));
    };
    if (!mayPlace) return;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [mayPlace]);

  const label = (
    <>
      <Plus className="size-4" />
      <span>
        New<span className="max-sm:sr-only"> Order</span>
      </span>
    </>
  );
  if (!mayPlace)
    return (
      <MayButton right={NEEDED} className="btn btn-outline px-4">
        {label}
      </MayButton>
    );
  return (
    <Link href={NEW_ORDER} className="btn btn-primary px-4">
      {label}
    </Link>
  );
}
