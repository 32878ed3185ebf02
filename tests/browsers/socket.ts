type Message = Record<string, any>;

/** A connection over which a browser is told what to do, and tells what happens. Chrome's protocol and WebDriver BiDi speak alike. */
export interface Connection {
  /** Asks for something and gives what comes back. `more` stands beside the parameters. @throws Error when it is refused */
  call(method: string, params?: Message, more?: Message): Promise<any>;
  close(): void;
}

/** Connects to a browser that is running. Takes what is to be done with the events that it reports. */
export async function connect(url: string, onEvent: (event: { method: string; params: Message }) => void): Promise<Connection> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<any>>();
  let last = 0;
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(data);
    const asked = waiting.get(message.id);
    if (!asked) return onEvent(message as { method: string; params: Message });
    waiting.delete(message.id);
    if (message.error) asked.reject(new Error(message.message ?? message.error.message));
    else asked.resolve(message.result);
  });
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('The browser is gone'));
  });
  return {
    call(method, params = {}, more = {}) {
      const asked = Promise.withResolvers<any>();
      waiting.set(++last, asked);
      socket.send(JSON.stringify({ id: last, method, params, ...more }));
      return asked.promise;
    },
    close: () => socket.close(),
  };
}
