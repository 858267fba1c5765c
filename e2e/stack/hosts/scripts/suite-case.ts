/** What the suites for wallets have in common: cases that run in a page, one after the other, and what they fail by. */
export type Case<Subject, World> = readonly [
  name: string,
  run: (subject: Subject, world: World) => Promise<void>,
]

export type SuiteResult = { readonly name: string; readonly failure: string | undefined }

export const say = (value: unknown): string => JSON.stringify(value) ?? String(value)

export function must(isRight: boolean, what: unknown): void {
  if (!isRight) throw new Error(say(what))
}

export const matches = (pattern: RegExp, value: unknown) =>
  must(typeof value === 'string' && pattern.test(value), value)

export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Rejects with an Error that has a message; what it rejected with. */
export async function rejects(run: Promise<unknown>): Promise<unknown> {
  const ended = await run.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  must('error' in ended, ended)
  const error = 'error' in ended ? ended.error : undefined
  must(error instanceof Error && error.message !== '', String(error))
  return error
}

/** Rejects as EIP-1193 wants it, and most wallets elsewhere: an Error with an integer code and a message. */
export async function fails(run: Promise<unknown>, ...codes: readonly number[]): Promise<void> {
  const code = member(await rejects(run), 'code')
  must(typeof code === 'number' && Number.isInteger(code), code)
  must(codes.length === 0 || codes.some((one) => one === code), code)
}

/** Waits until something holds. @throws Error when it has not after `patienceMs`. */
export async function until(isDone: () => Promise<boolean> | boolean, patienceMs = 10_000): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await isDone())) {
    must(performance.now() < end, 'It did not come')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Runs every case, one after the other, and tells what failed. */
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
