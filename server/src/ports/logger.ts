/** Structured log. Fields never contain bodies, tokens, e-mail addresses or account addresses. */
export type Logger = Readonly<
  Record<
    'debug' | 'info' | 'warn' | 'error',
    (fields: Readonly<Record<string, unknown>>, message: string) => void
  >
>
