import type { RemoteFeature } from '../../../shared/api/project.ts'
import { suggestKey } from '../config/suggest-key.ts'
import { defaultFeatures } from '../core/documents/default-features.ts'
import { explainOrigin } from '../core/documents/explain-origin.ts'
import type { Project } from '../ports/stores/projects.ts'
import { type Command, CommandError, configOption, type Given, UsageError } from './command.ts'
import { assertChanged, requireProject, withProjects } from './project-access.ts'
import { checkPatterns } from './project-commands.ts'
import { walletConnectCommand } from './project-wallet-connect.ts'
import { table } from './table.ts'

/** The list after `--set`, `--add` and `--remove`. @throws UsageError, CommandError */
function changedOrigins(given: Given, { id, allowedOrigins }: Project): readonly string[] {
  const [set, add, remove] = [given.texts('set'), given.texts('add'), given.texts('remove')]
  if (set.length > 0 && add.length + remove.length > 0)
    throw new UsageError('The option --set replaces the list; give it without --add and --remove.')
  if (set.length > 0) return checkPatterns(set)
  const removed = remove.map((pattern) => pattern.toLowerCase())
  const absent = removed.find((pattern) => !allowedOrigins.includes(pattern))
  if (absent !== undefined) {
    const near = suggestKey(absent, allowedOrigins)
    const hint = near === undefined ? '' : ` Did you mean ${near}?`
    throw new CommandError(`The project ${id} does not list ${absent}.${hint}`)
  }
  const kept = allowedOrigins.filter((pattern) => !removed.includes(pattern))
  return [...new Set([...kept, ...checkPatterns(add)])]
}

function acceptsDefaults(given: Given): boolean | undefined {
  const text = given.text('defaults')
  if (text === undefined) return undefined
  if (text !== 'accept' && text !== 'refuse')
    throw new UsageError(`The option --defaults must be accept or refuse, not "${text}".`)
  return text === 'accept'
}

/** @throws UsageError with the closest feature. */
function checkFeature(id: string): string {
  const known = defaultFeatures.map((feature) => feature.id)
  if (known.includes(id)) return id
  const near = suggestKey(id, known)
  const hint = near === undefined ? `Known are ${known.join(', ')}.` : `Did you mean ${near}?`
  throw new UsageError(`There is no feature "${id}". ${hint}`)
}

/** The features after `--enable` and `--disable`, in the order of the defaults. @throws UsageError */
function changedFeatures(given: Given, { features }: Project): readonly RemoteFeature[] {
  const enabled = given.texts('enable').map(checkFeature)
  const disabled = given.texts('disable').map(checkFeature)
  const both = enabled.find((id) => disabled.includes(id))
  if (both !== undefined) throw new UsageError(`The feature ${both} is both enabled and disabled.`)
  const missing = defaultFeatures
    .filter(({ id }) => !features.some((feature) => feature.id === id))
    .map((feature) => ({ ...feature, isEnabled: false }))
  return [...features, ...missing].map((feature) => ({
    ...feature,
    isEnabled: enabled.includes(feature.id) || (feature.isEnabled && !disabled.includes(feature.id)),
  }))
}

const featureRow = ({ id, isEnabled, config }: RemoteFeature): readonly string[] => [
  id,
  config === null
    ? isEnabled
      ? 'on (the site can switch it off)'
      : 'off (the site can switch it on)'
    : isEnabled
      ? 'on'
      : 'off',
  config?.join(', ') ?? '',
]

export const projectPolicyCommands: readonly Command[] = [
  {
    path: ['project', 'origins'],
    summary: 'Print or change the origins whose pages may use a project.',
    positionals: ['ID'],
    options: {
      ...configOption,
      add: { value: 'PATTERN', isRepeatable: true, description: 'Add a pattern.' },
      remove: { value: 'PATTERN', isRepeatable: true, description: 'Remove a pattern.' },
      set: { value: 'PATTERN', isRepeatable: true, description: 'Replace all patterns by these.' },
      defaults: {
        value: 'accept|refuse',
        description: 'Whether pages of localhost, *.pages.dev and *.vercel.app need not be listed.',
      },
    },
    run: async (given, io) => {
      checkPatterns([...given.texts('add'), ...given.texts('set')])
      const acceptsDefaultOrigins = acceptsDefaults(given)
      return withProjects(given, io, async (projects) => {
        const project = await requireProject(given.positionals[0] ?? '', projects, io.clock())
        const allowedOrigins = changedOrigins(given, project)
        const change = {
          ...(allowedOrigins.join(' ') !== project.allowedOrigins.join(' ') && { allowedOrigins }),
          ...(acceptsDefaultOrigins !== undefined && { acceptsDefaultOrigins }),
        }
        if (Object.keys(change).length > 0) assertChanged(await projects.change(project.key, change), project)
        const accepts = acceptsDefaultOrigins ?? project.acceptsDefaultOrigins
        if (given.has('json')) io.print(JSON.stringify({ allowedOrigins, acceptsDefaultOrigins: accepts }))
        else {
          const lines = [...allowedOrigins, ...(accepts ? ['(and the default origins)'] : [])]
          io.print(lines.join('\n') || 'The project lists no origins: no page can use it.')
        }
        return 0
      })
    },
  },
  {
    path: ['project', 'features'],
    summary: 'Print or change the features of a project.',
    positionals: ['ID'],
    options: {
      ...configOption,
      enable: { value: 'FEATURE', isRepeatable: true, description: 'Switch a feature on.' },
      disable: { value: 'FEATURE', isRepeatable: true, description: 'Switch a feature off.' },
    },
    run: (given, io) =>
      withProjects(given, io, async (projects) => {
        const project = await requireProject(given.positionals[0] ?? '', projects, io.clock())
        const features = changedFeatures(given, project)
        if (given.has('enable') || given.has('disable'))
          assertChanged(await projects.change(project.key, { features }), project)
        if (given.has('json')) io.print(JSON.stringify(features))
        else io.print(table(['FEATURE', 'STATE', 'CHOICES'], features.map(featureRow)))
        return 0
      }),
  },
  walletConnectCommand,
  {
    path: ['project', 'check'],
    summary: 'Say whether pages of an origin may use a project, and why. Exit code 1: they may not.',
    positionals: ['ID', 'ORIGIN'],
    options: configOption,
    run: (given, io) =>
      withProjects(given, io, async (projects) => {
        const [id = '', origin = ''] = given.positionals
        const project = await requireProject(id, projects, io.clock())
        const explanation = explainOrigin(origin, project)
        const { verdict, reason, suggestion } = explanation
        if (given.has('json')) io.print(JSON.stringify(explanation))
        else {
          io.print(`${explanation.origin} is ${verdict}. ${reason}`)
          if (suggestion !== undefined)
            io.print(`To list it: drawbridge project origins ${project.id} --add ${suggestion}`)
        }
        return verdict === 'refused' ? 1 : 0
      }),
  },
]
