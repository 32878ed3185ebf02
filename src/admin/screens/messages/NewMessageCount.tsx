import { formatCount } from '#admin/kit/formats.ts';
import { useNewMessages } from './messages-api.ts';

/** The number of unread messages, in the navigation. */
export function NewMessageCount() {
  const count = useNewMessages();
  if (count === 0) return null;
  return (
    <span className="count">
      {formatCount(count)}
      <span className="sr-only"> new</span>
    </span>
  );
}
