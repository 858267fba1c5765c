/** One case of a wallet suite: a name, and a function that rejects when the case fails. */
export type Case<Subject, World> = readonly [
  name: string,
  run: (subject: Subject, world: World) => Promise<void>,
]

export type SuiteResult = { readonly name: string; readonly failure: string | undefined }

export const stringify = (value: unknown): string => JSON.stringify(value) ?? String(value)

export function assert(condition: boolean, details: unknown): void {
  if (!condition) throw new Error(stringify(details))
}

export const assertMatches = (pattern: RegExp, value: unknown) =>
  assert(typeof value === 'string' && pattern.test(value), value)

export const getMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Fails unless the promise rejects with an Error that has a message; returns that error. */
export async function assertRejects(run: Promise<unknown>): Promise<unknown> {
  const outcome = await run.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  assert('error' in outcome, outcome)
  const error = 'error' in outcome ? outcome.error : undefined
  assert(error instanceof Error && error.message !== '', String(error))
  return error
}

/** Fails unless the promise rejects with an integer code and a message, as EIP-1193 requires and other wallets do too. */
export async function assertRejectsWithCode(
  run: Promise<unknown>,
  ...codes: readonly number[]
): Promise<void> {
  const code = getMember(await assertRejects(run), 'code')
  assert(typeof code === 'number' && Number.isInteger(code), code)
  assert(codes.length === 0 || codes.some((one) => one === code), code)
}

/** Polls until a condition is true. @throws Error when it is not after `patienceMs`. */
export async function waitUntil(
  isDone: () => Promise<boolean> | boolean,
  patienceMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await isDone())) {
    assert(performance.now() < deadline, 'It did not come')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Runs every case in order; resolves with the results. */
export async function runCases<Subject, World>(
  cases: readonly Case<Subject, World>[],
  subject: Subject,
  world: World,
): Promise<readonly SuiteResult[]> {
  const results: SuiteResult[] = []
  for (const [name, run] of cases) {
    const failure = await run(subject, world).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    results.push({ name, failure })
  }
  return results
}
