import { execFileSync } from 'node:child_process'

/** Steps of each part of the long run. A part takes an hour at most; each builds first. */
const parts = {
  unit: ['unit', 'ui', 'check', 'size', 'record', 'package', 'gallery', 'release'],
  chains: ['chains', 'relay'],
  mutation: ['mutation'],
  endurance: ['endurance'],
  browser: ['examples', 'e2e', 'timed', 'bench'],
} as const

export type LongPart = keyof typeof parts

const isPart = (name: string): name is LongPart => Object.hasOwn(parts, name)

/** @throws Error with the valid names, for another name */
export function parsePart(name: string | undefined): LongPart | undefined {
  if (name === undefined || isPart(name)) return name
  throw new Error(`"${name}" is no part of the long run; its parts are ${Object.keys(parts).join(', ')}`)
}

type NamedStep = { readonly name: string }
type Stages<Step> = readonly (readonly (readonly Step[])[])[]

/** The build and the steps of a part, in the stages and lanes of a complete run. */
export function stepsOfPart<Step extends NamedStep>(stages: Stages<Step>, part: LongPart): Stages<Step> {
  const names: readonly string[] = ['build', ...parts[part]]
  return stages
    .map((lanes) =>
      lanes.map((lane) => lane.filter(({ name }) => names.includes(name))).filter((lane) => lane.length > 0),
    )
    .filter((lanes) => lanes.length > 0)
}

/** The seed of random tests: `DRAWBRIDGE_SEED`, else a new one, which the line of the run states. */
export const chooseSeed = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment.DRAWBRIDGE_SEED ?? String(Date.now() % 1_000_000)

type Run = {
  readonly part: LongPart | undefined
  readonly seed: string
  readonly startedAtMs: number
  readonly passed: number
  readonly skipped: number
  readonly failures: readonly string[]
}

const commit = (): string => execFileSync('git', ['rev-parse', '--short=10', 'HEAD']).toString().trim()

/** A row of the table in `docs/long-run.md`. */
export function formatLongRunRow(
  { part, seed, startedAtMs, passed, failures, skipped }: Run,
  nowMs = Date.now(),
  atCommit = commit(),
): string {
  const date = new Date(nowMs).toISOString().slice(0, 10)
  const minutes = Math.round((nowMs - startedAtMs) / 60_000)
  const result = `${passed} passed, ${failures.length} failed, ${skipped} skipped`
  return `| ${[date, `\`${atCommit}\``, part ?? 'all', seed, `${minutes} min`, result].join(' | ')} |`
}
