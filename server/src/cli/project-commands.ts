import { randomBytes, randomUUID } from 'node:crypto'
import { createProject } from '../core/documents/new-project.ts'
import { patternProblem } from '../core/documents/origin-pattern-problem.ts'
import type { Project } from '../ports/stores/projects.ts'
import { type Command, CommandError, configOption, UsageError } from './command.ts'
import { durationMs } from './duration.ts'
import { checkProjectId, requireProject, withProjects } from './project-access.ts'
import { walletConnectRows } from './project-wallet-connect.ts'
import { pairs, table } from './table.ts'

const defaultRetention = '30d'

/**
 * Validates origin patterns of a command line and converts them to lower case. @throws UsageError that says what to write
 * instead.
 */
export function checkPatterns(patterns: readonly string[]): readonly string[] {
  for (const pattern of patterns) {
    const problem = patternProblem(pattern)
    if (problem !== undefined) throw new UsageError(`The pattern "${pattern}" ${problem}.`)
  }
  return [...new Set(patterns.map((pattern) => pattern.toLowerCase()))]
}

/** The project without its key, which no command accepts. */
const printableProject = ({ key: _key, createdAtMs, ...project }: Project) => ({
  ...project,
  createdAt: new Date(createdAtMs).toISOString(),
})

const originsText = (origins: readonly string[]): string =>
  origins.length === 0 ? '(none: no page can use it)' : origins.join(', ')

const textOf = (project: Project): string => {
  const enabled = project.features.filter(({ isEnabled }) => isEnabled).map(({ id }) => id)
  return pairs([
    ['Id', project.id],
    ['Name', project.name],
    ['Origins', originsText(project.allowedOrigins)],
    ['Default origins', project.acceptsDefaultOrigins ? 'accepted' : 'refused'],
    ['Features', enabled.join(', ') || '(none)'],
    ['Analytics', project.isAnalyticsEnabled ? 'on' : 'off'],
    ...walletConnectRows(project.walletConnect),
    ['Name registry', project.nameRegistry],
    ['Created', new Date(project.createdAtMs).toISOString()],
  ])
}

export const projectCommands: readonly Command[] = [
  {
    path: ['project', 'add'],
    summary: 'Add a project. Sites give its id to the SDK.',
    positionals: ['ID'],
    options: {
      ...configOption,
      name: { value: 'NAME', description: 'Name of the site; default: the id.' },
      origin: {
        value: 'PATTERN',
        isRepeatable: true,
        description: 'Origin of the site, such as https://shop.example or *.shop.example.',
      },
    },
    run: async (args, ports) => {
      const id = checkProjectId(args.positionals[0] ?? '')
      const allowedOrigins = checkPatterns(args.texts('origin'))
      const name = args.text('name') ?? id
      if (name.trim() === '' || name.length > 128)
        throw new UsageError('The name must have 1 to 128 characters.')
      return withProjects(
        args,
        ports,
        async (projects) => {
          const project = createProject({
            ...{ key: randomUUID(), id, name, allowedOrigins },
            createdAtMs: ports.clock(),
          })
          if (!(await projects.add(project)))
            throw new CommandError(`The id ${id} is, or was, the id of another project; choose another one.`)
          if (args.has('json')) ports.print(JSON.stringify(printableProject(project)))
          else ports.print(`Added the project ${id}. Origins: ${originsText(allowedOrigins)}`)
          return 0
        },
        'create',
      )
    },
  },
  {
    path: ['project', 'list'],
    summary: 'List the projects.',
    positionals: [],
    options: configOption,
    run: (args, ports) =>
      withProjects(args, ports, async (projects) => {
        const all = await projects.list()
        const rows = all.map(({ id, name, allowedOrigins }) => [
          id,
          name,
          allowedOrigins.join(', ') || '(none)',
        ])
        ports.print(
          args.has('json')
            ? JSON.stringify(all.map(printableProject))
            : table(['ID', 'NAME', 'ORIGINS'], rows),
        )
        return 0
      }),
  },
  {
    path: ['project', 'show'],
    summary: 'Print a project.',
    positionals: ['ID'],
    options: configOption,
    run: (args, ports) =>
      withProjects(args, ports, async (projects) => {
        const [id = ''] = args.positionals
        const project = await requireProject(id, projects, ports.clock())
        if (args.has('json')) ports.print(JSON.stringify(printableProject(project)))
        else {
          if (project.id !== id) ports.print(`${id} is a former id of ${project.id}.\n`)
          ports.print(textOf(project))
        }
        return 0
      }),
  },
  {
    path: ['project', 'rotate'],
    summary: 'Give a project a new id; the former one works for a time.',
    positionals: ['ID'],
    options: {
      ...configOption,
      keep: {
        value: 'TIME',
        description: `How long the former id works: 30d, 12h, 45m, or 0; default: ${defaultRetention}.`,
      },
      to: { value: 'NEW-ID', description: 'The new id; default: a random one.' },
    },
    run: async (args, ports) => {
      const retention = args.text('keep') ?? defaultRetention
      const retentionMs = durationMs(retention)
      if (retentionMs === undefined)
        throw new UsageError(`The time "${retention}" must be a number with s, m, h or d, such as 30d, or 0.`)
      const newId = checkProjectId(args.text('to') ?? randomBytes(16).toString('hex'))
      return withProjects(args, ports, async (projects) => {
        const now = ports.clock()
        const project = await requireProject(args.positionals[0] ?? '', projects, now)
        const formerUntilMs = now + retentionMs
        if (!(await projects.rotate(project.key, newId, formerUntilMs)))
          throw new CommandError(`The id ${newId} is, or was, the id of a project; choose another one.`)
        const formerUntil = new Date(formerUntilMs).toISOString()
        if (args.has('json')) ports.print(JSON.stringify({ id: newId, formerId: project.id, formerUntil }))
        else ports.print(`The new id is ${newId}. The former id ${project.id} works until ${formerUntil}.`)
        return 0
      })
    },
  },
]
