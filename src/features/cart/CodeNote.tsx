import { useEffect, useState } from 'react';
import { linkedCode, takeLinkedCode } from './linked-code.ts';

/** Above the page, what the discount code of its link is good for, or why it is not. Empty and asleep without one: the address alone wakes it. */
export function CodeNote() {
  const [text, setText] = useState('');
  useEffect(() => {
    const code = linkedCode();
    if (!code) return;
    setText(`Your code: ${code}`);
    takeLinkedCode(code).then(setText, console.warn);
  }, []);
  return (
    <div role={text ? 'status' : undefined} className="bg-notice text-center text-sm">
      {text && <p className="shell py-2.5 [overflow-wrap:anywhere]">{text}</p>}
    </div>
  );
}
