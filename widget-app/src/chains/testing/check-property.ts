import fc from 'fast-check'

/** Whether slow tests run too (`npm run test:long`). */
export const isLongRun = process.env.DRAWBRIDGE_LONG === '1'

/** Number of cases to check: in `npm test`, and in a long run. `DRAWBRIDGE_RUNS` overrides it. */
export const caseCount = (short: number, long: number): number =>
  Number(process.env.DRAWBRIDGE_RUNS ?? (isLongRun ? long : short))

/** The seed of a test; `DRAWBRIDGE_SEED` overrides it. */
export const caseSeed = (seed: number): number => Number(process.env.DRAWBRIDGE_SEED ?? seed)

/** Options of a property check. */
type CheckOptions = {
  /** Number of cases that must pass; cases that `fc.pre` skips are drawn again and do not count. */
  readonly numRuns: number
  readonly seed: number
  /** Maximum time to search for a smaller case after a failure, in milliseconds. */
  readonly shrinkMs?: number
}

/** Maximum number of skipped cases for each that counts. */
const maxSkipsPerRun = 20

const defaultShrinkMs = 10_000

/**
 * Checks a property, and shrinks a failing case for a bounded time: a case of a hundred choices has millions of smaller
 * ones, and a worker that runs out of time or memory would print none. `DRAWBRIDGE_SEED` and `DRAWBRIDGE_PATH` with the
 * values in the error run the case again.
 * @throws Error with the seed, the path of the failing case, and the smallest case found.
 */
export async function checkProperty<Values>(
  property: fc.IRawProperty<Values>,
  { numRuns, seed, shrinkMs = defaultShrinkMs }: CheckOptions,
): Promise<void> {
  const path = process.env.DRAWBRIDGE_PATH
  const replayed = path === undefined ? {} : { path }
  const result = await fc.check(property, { numRuns, seed, maxSkipsPerRun, endOnFailure: true, ...replayed })
  if (!result.failed) return
  const casePath = result.counterexamplePath
  if (casePath === null) throw new Error(fc.defaultReportMessage(result))
  const shrunk = await fc.check(property, {
    seed,
    path: casePath,
    maxSkipsPerRun,
    interruptAfterTimeLimit: shrinkMs,
  })
  const { counterexample, errorInstance, numShrinks } = shrunk.counterexample === null ? result : shrunk
  const smallest = await fc.asyncStringify(counterexample)
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  throw new Error(`Seed ${seed}, path ${casePath}, shrunk ${numShrinks} times to ${smallest}\n${message}`, {
    cause: errorInstance,
  })
}
