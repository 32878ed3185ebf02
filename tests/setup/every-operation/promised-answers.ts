/** What is read here of the API's description. */
export interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>;
  components: { responses: Record<string, { content: Record<string, { examples: Record<string, unknown> }> }> };
}

/** An answer as a test got it. */
interface Answer {
  status: number;
  /** Why it was refused. */
  code?: string;
}

/** Compares an answer with what the API's description promises of its operation. @throws Error when it is not among that */
export function assertPromised({ paths, components }: Described, method: string, path: string, answer: Answer): void {
  const operation = Object.entries(paths).find(
    ([pattern, methods]) =>
      method.toLowerCase() in methods && new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(path),
  );
  if (!operation) return;
  const [pattern, methods] = operation;
  const promised = methods[method.toLowerCase()]?.responses[answer.status];
  if (!promised)
    throw new Error(`${method} ${pattern} answered ${answer.status} ${answer.code ?? ''}: its description has no such answer`);
  if (answer.status < 400) return;
  const refusal = components.responses[promised.$ref?.split('/').at(-1) ?? ''];
  const codes = Object.keys(refusal?.content['application/json']?.examples ?? {});
  if (!codes.includes(answer.code ?? '')) {
    throw new Error(
      `${method} ${pattern} answered ${answer.status} ${answer.code}: its row in functions/ declares ${codes.join(', ')} (\`refuses\`)`,
    );
  }
}
