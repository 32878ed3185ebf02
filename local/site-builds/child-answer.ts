import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * What a child process of a build sends when its work is done. It may live a second longer, in which Node keeps what it has compiled.
 * @throws Error when it ends without an answer; what went wrong stands in the terminal
 */
export async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  // Not `exit`, which may be told of before the last message.
  const ended = once(child, 'disconnect').then(() => Promise.reject(new Error('The pages could not be built')));
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  return answer as Answer;
}
