import type { DeadJobStore } from '../ports/jobs.ts'
import {
  type Command,
  CommandError,
  configOption,
  type Option,
  type ParsedArguments,
  UsageError,
} from './command.ts'
import { withStores } from './store-access.ts'
import { table } from './table.ts'

/** Maximum number of dead jobs per list, and per round of `--all`. */
const listMaxCount = 500

const allOption: Readonly<Record<string, Option>> = {
  all: { description: 'Every job that failed for good, in place of an id.' },
}

/** An action on a dead job. */
type Action = (jobs: DeadJobStore, id: string, nowMs: number) => Promise<boolean>

/** The id of the command line; undefined with `--all`. @throws UsageError */
function jobIdOf(args: ParsedArguments): string | undefined {
  const [id] = args.positionals
  if ((id === undefined) !== args.has('all')) throw new UsageError('Name the id of one job, or --all.')
  return id
}

/** Acts on every dead job; does not count those that another command has acted on meanwhile. */
async function actOnAll(jobs: DeadJobStore, act: Action, nowMs: number): Promise<number> {
  let count = 0
  for (;;) {
    const found = await jobs.dead(listMaxCount)
    for (const { id } of found) if (await act(jobs, id, nowMs)) count += 1
    if (found.length < listMaxCount) return count
  }
}

const actionCommand = (name: string, summary: string, done: string, act: Action): Command => ({
  path: ['jobs', name],
  summary,
  positionals: ['[ID]'],
  options: { ...configOption, ...allOption },
  run: (args, ports) => {
    const id = jobIdOf(args)
    return withStores(args, ports, async ({ jobs }) => {
      const nowMs = ports.clock()
      if (id !== undefined && !(await act(jobs, id, nowMs)))
        throw new CommandError(
          `No job that failed for good has the id ${id}. drawbridge jobs list prints them.`,
        )
      const count = id === undefined ? await actOnAll(jobs, act, nowMs) : 1
      if (args.has('json')) ports.print(JSON.stringify({ count }))
      else ports.print(`${done} ${count} ${count === 1 ? 'job' : 'jobs'}.`)
      return 0
    })
  },
})

/** Commands for dead jobs. */
export const jobCommands: readonly Command[] = [
  {
    path: ['jobs', 'list'],
    summary: 'List the jobs that failed for good, the last one first.',
    positionals: [],
    options: configOption,
    run: (args, ports) =>
      withStores(args, ports, async ({ jobs }) => {
        const [counts, found] = await Promise.all([jobs.counts(), jobs.dead(listMaxCount)])
        const printedJobs = found.map(({ diedAtMs, ...job }) => ({
          ...job,
          diedAt: new Date(diedAtMs).toISOString(),
        }))
        if (args.has('json')) {
          ports.print(JSON.stringify({ ...counts, jobs: printedJobs }))
          return 0
        }
        if (printedJobs.length > 0)
          ports.print(
            table(
              ['ID', 'KIND', 'FAILED', 'ATTEMPTS', 'REASON'],
              printedJobs.map(({ id, kind, diedAt, attempts, failure }) => [
                ...[id, kind, diedAt, String(attempts), failure],
              ]),
            ),
          )
        const truncationNote =
          counts.dead > printedJobs.length ? ` The list has the last ${printedJobs.length}.` : ''
        ports.print(`${counts.dead} failed for good, ${counts.waiting} waiting.${truncationNote}`)
        return 0
      }),
  },
  actionCommand(
    'retry',
    'Run a job that failed for good again, with new attempts.',
    'Due again:',
    (jobs, id, nowMs) => jobs.revive(id, nowMs),
  ),
  actionCommand('drop', 'Delete a job that failed for good.', 'Deleted', (jobs, id) => jobs.drop(id)),
]
