import * as z from '../../../shared/zod.ts'
import { expectationOf } from '../config/setting.ts'
import { relayUrl as relayUrlSchema, shortText } from '../config/value-types.ts'
import type { Project } from '../ports/stores/projects.ts'
import { type Command, configOption, type ParsedArguments, UsageError } from './command.ts'
import { assertChanged, requireProject, withProjects } from './project-access.ts'
import { pairs } from './table.ts'

type WalletConnect = Project['walletConnect']

/** Resets to the deployment's setting. */
const inherited = 'default'
const inheritedLabel = '(the deployment’s)'

/** A valid value of an option; null: the deployment's. @throws UsageError */
function optionValue(
  args: ParsedArguments,
  option: string,
  schema: z.core.$ZodType<string>,
): string | null | undefined {
  const text = args.text(option)
  if (text === undefined || text === inherited) return text && null
  if (!z.safeParse(schema, text).success)
    throw new UsageError(
      `The option --${option} must be ${expectationOf(schema)}, or '${inherited}', not "${text}".`,
    )
  return text
}

/** A setting after a change: undefined leaves it unchanged, null deletes it. */
const applyChange = (current: string | undefined, value: string | null | undefined): string | undefined =>
  value === undefined ? current : (value ?? undefined)

/** Rows for id and relay, which `project show` prints too. */
export const walletConnectRows = ({
  projectId,
  relayUrl,
}: WalletConnect): readonly (readonly [string, string])[] => [
  ['WalletConnect project', projectId ?? inheritedLabel],
  ['WalletConnect relay', relayUrl ?? inheritedLabel],
]

export const walletConnectCommand: Command = {
  path: ['project', 'walletconnect'],
  summary: 'Print or change the WalletConnect relay of a project, and the id that the site has there.',
  positionals: ['ID'],
  options: {
    ...configOption,
    'project-id': {
      value: 'ID',
      description: `Project id at the relay’s operator; ${inherited}: that of the deployment.`,
    },
    'relay-url': {
      value: 'URL',
      description: `WebSocket URL of the relay; none: WalletConnect is off; ${inherited}: that of the deployment.`,
    },
  },
  run: async (args, ports) => {
    const id = optionValue(args, 'project-id', shortText(128))
    const url = optionValue(args, 'relay-url', relayUrlSchema)
    return withProjects(args, ports, async (projects) => {
      const project = await requireProject(args.positionals[0] ?? '', projects, ports.clock())
      const { projectId, relayUrl, ...others } = project.walletConnect
      const [newId, newUrl] = [applyChange(projectId, id), applyChange(relayUrl, url)]
      const walletConnect: WalletConnect = {
        ...others,
        ...(newId !== undefined && { projectId: newId }),
        ...(newUrl !== undefined && { relayUrl: newUrl }),
      }
      if (id !== undefined || url !== undefined)
        assertChanged(await projects.change(project.key, { walletConnect }), project)
      if (args.has('json')) ports.print(JSON.stringify(walletConnect))
      else ports.print(pairs(walletConnectRows(walletConnect)))
      return 0
    })
  },
}
