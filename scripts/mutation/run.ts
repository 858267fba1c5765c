/**
 * `npm run test:mutation`: mutates the parts of `parts.ts` and runs their tests against each mutant. Fails if the tests kill
 * less than 85 % of a folder, or if a survivor is not justified in `justifications.json`. `-- <part>` runs that part alone;
 * `-- <file>` or `-- <file>:<first>-<last>` mutates that file or those lines, without the limit of 85 %. `-- --sample`
 * mutates some lines of one part, at most three minutes long; the commit decides which. `-- --add` adds the survivors to
 * `justifications.json`, without a reason.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../project-files.ts'
import {
  addSurvivors,
  justificationsSchema,
  minimumScore,
  missingReasons,
  scoresOf,
  staleJustifications,
  unjustifiedSurvivors,
} from './judge.ts'
import { type MutationPart, mutatedFiles, mutationParts } from './parts.ts'
import { runStryker } from './run-stryker.ts'
import { sampleRanges, seededNumber } from './sample.ts'

const { values, positionals } = parseArgs({
  options: { sample: { type: 'boolean' }, add: { type: 'boolean' } },
  allowPositionals: true,
})

/** The commit, so that the same commit samples the same lines. */
const seed =
  process.env.DRAWBRIDGE_ROTATION ??
  execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()

type Task = { readonly part: MutationPart; readonly mutate: readonly string[]; readonly isWholePart: boolean }

function sampleTask(): Task {
  const part = mutationParts[seededNumber(seed, 'part', mutationParts.length)]
  if (part === undefined) throw new Error('There is no part to mutate')
  const files = mutatedFiles(part).map((file) => ({
    file,
    lines: readFileSync(join(root, file), 'utf8').split('\n').length,
  }))
  return { part, mutate: sampleRanges(files, seed, part.sampleLines), isWholePart: false }
}

/** The file of a range of lines (`file.ts:41-80`); other names unchanged. */
const fileOf = (name: string): string => name.replace(/:\d+-\d+$/, '')

/** Tasks for names of parts, files, and ranges of lines in StrykerJS's format; all parts without a name. */
function tasksOf(names: readonly string[]): readonly Task[] {
  const known = mutationParts.flatMap((part) => [part.name, ...mutatedFiles(part)])
  const unknown = names.find((name) => !known.includes(fileOf(name)))
  if (unknown !== undefined) throw new Error(`There is no part or mutated file ${unknown}`)
  return mutationParts.flatMap((part): readonly Task[] => {
    const files = mutatedFiles(part)
    if (names.length === 0 || names.includes(part.name)) return [{ part, mutate: files, isWholePart: true }]
    const mutate = names.filter((name) => files.includes(fileOf(name)))
    return mutate.length > 0 ? [{ part, mutate, isWholePart: false }] : []
  })
}

const justificationsFile = join(root, 'scripts/mutation/justifications.json')
const justifications = justificationsSchema.parse(JSON.parse(readFileSync(justificationsFile, 'utf8')))

const tasks = values.sample ? [sampleTask()] : tasksOf(positionals)
const results = tasks.map(({ part, mutate, isWholePart }) => {
  console.log(`${part.name}: ${mutate.join(' ')}`)
  return { mutants: runStryker(part, mutate), isWholePart }
})
const mutants = results.flatMap((one) => one.mutants)
const scores = values.sample ? [] : scoresOf(mutants)
const wholeParts = scoresOf(results.flatMap((one) => (one.isWholePart ? one.mutants : [])))
const hasRanges = tasks.some(({ mutate }) => mutate.some((name) => fileOf(name) !== name))
for (const { folder, killed, total } of scores)
  console.log(`${folder}: ${killed} of ${total} mutants killed (${((killed / total) * 100).toFixed(1)} %)`)

const problems = [
  ...unjustifiedSurvivors(mutants, justifications),
  ...missingReasons(justifications),
  ...(hasRanges ? [] : staleJustifications(mutants, justifications)),
  ...wholeParts
    .filter(({ killed, total }) => killed < minimumScore * total)
    .map(({ folder }) => `${folder}: less than ${minimumScore * 100} % killed`),
]
if (values.add)
  writeFileSync(
    justificationsFile,
    `${JSON.stringify(addSurvivors(mutants, justifications), undefined, 2)}\n`,
  )
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`${mutants.length} mutants, every survivor is justified`)
