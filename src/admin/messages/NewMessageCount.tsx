import { formatCount } from '#admin/kit/formats.ts';
import { useNewMessages } from './messages-api.ts';

/** How many messages nobody has read, beside the name of their screen. */
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
