import type { RemoteFeature } from '../../../shared/api/project.ts'
import { suggestKey } from '../config/suggest-key.ts'
import { defaultFeatures } from '../core/documents/default-features.ts'
import { explainOrigin } from '../core/documents/explain-origin.ts'
import type { Project } from '../ports/stores/projects.ts'
import { type Command, CommandError, configOption, type ParsedArguments, UsageError } from './command.ts'
import { assertChanged, requireProject, withProjects } from './project-access.ts'
import { checkPatterns } from './project-commands.ts'
import { walletConnectCommand } from './project-wallet-connect.ts'
import { table } from './table.ts'

/** The list after `--set`, `--add` and `--remove`. @throws UsageError, CommandError */
function changedOrigins(args: ParsedArguments, { id, allowedOrigins }: Project): readonly string[] {
  const [set, add, remove] = [args.texts('set'), args.texts('add'), args.texts('remove')]
  if (set.length > 0 && add.length + remove.length > 0)
    throw new UsageError('The option --set replaces the list; give it without --add and --remove.')
  if (set.length > 0) return checkPatterns(set)
  const removed = remove.map((pattern) => pattern.toLowerCase())
  const missingPattern = removed.find((pattern) => !allowedOrigins.includes(pattern))
  if (missingPattern !== undefined) {
    const closest = suggestKey(missingPattern, allowedOrigins)
    const hint = closest === undefined ? '' : ` Did you mean ${closest}?`
    throw new CommandError(`The project ${id} does not list ${missingPattern}.${hint}`)
  }
  const remaining = allowedOrigins.filter((pattern) => !removed.includes(pattern))
  return [...new Set([...remaining, ...checkPatterns(add)])]
}

function acceptsDefaults(args: ParsedArguments): boolean | undefined {
  const text = args.text('defaults')
  if (text === undefined) return undefined
  if (text !== 'accept' && text !== 'refuse')
    throw new UsageError(`The option --defaults must be accept or refuse, not "${text}".`)
  return text === 'accept'
}

/** @throws UsageError with the closest feature. */
function checkFeature(id: string): string {
  const featureIds = defaultFeatures.map((feature) => feature.id)
  if (featureIds.includes(id)) return id
  const closest = suggestKey(id, featureIds)
  const hint = closest === undefined ? `Known are ${featureIds.join(', ')}.` : `Did you mean ${closest}?`
  throw new UsageError(`There is no feature "${id}". ${hint}`)
}

/** The features after `--enable` and `--disable`, in the order of the defaults. @throws UsageError */
function changedFeatures(args: ParsedArguments, { features }: Project): readonly RemoteFeature[] {
  const enabled = args.texts('enable').map(checkFeature)
  const disabled = args.texts('disable').map(checkFeature)
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
    run: async (args, ports) => {
      checkPatterns([...args.texts('add'), ...args.texts('set')])
      const acceptsDefaultOrigins = acceptsDefaults(args)
      return withProjects(args, ports, async (projects) => {
        const project = await requireProject(args.positionals[0] ?? '', projects, ports.clock())
        const allowedOrigins = changedOrigins(args, project)
        const change = {
          ...(allowedOrigins.join(' ') !== project.allowedOrigins.join(' ') && { allowedOrigins }),
          ...(acceptsDefaultOrigins !== undefined && { acceptsDefaultOrigins }),
        }
        if (Object.keys(change).length > 0) assertChanged(await projects.change(project.key, change), project)
        const accepts = acceptsDefaultOrigins ?? project.acceptsDefaultOrigins
        if (args.has('json')) ports.print(JSON.stringify({ allowedOrigins, acceptsDefaultOrigins: accepts }))
        else {
          const lines = [...allowedOrigins, ...(accepts ? ['(and the default origins)'] : [])]
          ports.print(lines.join('\n') || 'The project lists no origins: no page can use it.')
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
    run: (args, ports) =>
      withProjects(args, ports, async (projects) => {
        const project = await requireProject(args.positionals[0] ?? '', projects, ports.clock())
        const features = changedFeatures(args, project)
        if (args.has('enable') || args.has('disable'))
          assertChanged(await projects.change(project.key, { features }), project)
        if (args.has('json')) ports.print(JSON.stringify(features))
        else ports.print(table(['FEATURE', 'STATE', 'CHOICES'], features.map(featureRow)))
        return 0
      }),
  },
  walletConnectCommand,
  {
    path: ['project', 'check'],
    summary: 'Say whether pages of an origin may use a project, and why. Exit code 1: they may not.',
    positionals: ['ID', 'ORIGIN'],
    options: configOption,
    run: (args, ports) =>
      withProjects(args, ports, async (projects) => {
        const [id = '', origin = ''] = args.positionals
        const project = await requireProject(id, projects, ports.clock())
        const explanation = explainOrigin(origin, project)
        const { verdict, reason, suggestion } = explanation
        if (args.has('json')) ports.print(JSON.stringify(explanation))
        else {
          ports.print(`${explanation.origin} is ${verdict}. ${reason}`)
          if (suggestion !== undefined)
            ports.print(`To list it: drawbridge project origins ${project.id} --add ${suggestion}`)
        }
        return verdict === 'refused' ? 1 : 0
      }),
  },
]
