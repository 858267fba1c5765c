import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { completeDeployConfig, deployConfigSchema } from '../../../shared/config/deploy-config.ts'
import { parseWire } from '../../../shared/wire-schema.ts'
import { bundledFiles } from '../bundled-files.ts'
import type { Config } from '../config/config-schema.ts'
import { documentPolicy } from '../config/document-policy.ts'
import { errorCode } from '../config/error-code.ts'
import type { DocumentPolicy } from '../core/documents/document-headers.ts'
import { type HostingRule, hostingRules } from '../core/documents/hosting-rules.ts'
import { readJson } from '../core/json-text.ts'
import type { Project, ProjectStore } from '../ports/stores/projects.ts'
import { inlineScriptSources } from '../web/inline-scripts.ts'
import {
  type CliPorts,
  type Command,
  CommandError,
  configOption,
  type ParsedArguments,
  UsageError,
} from './command.ts'
import { configOf } from './config-of.ts'
import { caddyConfig } from './hosting/caddy.ts'
import { cloudflareConfig } from './hosting/cloudflare.ts'
import { nginxConfig } from './hosting/nginx.ts'
import { checkProjectId, requireProject, withProjects } from './project-access.ts'

const targets = ['nginx', 'caddy', 'cloudflare'] as const
type Target = (typeof targets)[number]

function targetOf(args: ParsedArguments): Target | undefined {
  const configuredUrls = targets.filter((target) => args.has(target))
  const [target] = configuredUrls
  if (configuredUrls.length > 1 || (target === undefined && !args.has('json')))
    throw new UsageError('Give one of --nginx, --caddy and --cloudflare.')
  return target
}

const folderOf = (directory: string | undefined, bundled: URL, ports: CliPorts): string =>
  directory === undefined ? fileURLToPath(bundled) : resolve(ports.workingDirectory, directory)

async function readBuilt(folder: string, name: string): Promise<string> {
  const path = resolve(folder, name)
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(
      `The file ${path} of the built widget cannot be read (${errorCode(error)}). Build the widget, or set widget.directory.`,
    )
  })
}

const originOrEmpty = (url: string): string => (url === '' ? '' : new URL(url).origin)

/**
 * The policy of the deployment, plus the hosts in the static host's own `widget.config.json`: API, gateways and relay.
 * @throws CommandError when the widget would reject the file
 */
function staticPolicy(config: Config, text: string): DocumentPolicy {
  const parsed = parseWire(deployConfigSchema, readJson(text))
  if (!parsed.success)
    throw new CommandError('The widget.config.json of the built widget does not have the expected shape.')
  const { apiUrl, blockchainApiUrl, rpcUrl, rpcFallbackUrls, walletConnect } = completeDeployConfig(
    parsed.data,
  )
  const policy = documentPolicy(config)
  const configuredUrls = [apiUrl, blockchainApiUrl, rpcUrl, ...rpcFallbackUrls, walletConnect.relayUrl]
  const sources = [...policy.connectSources, ...configuredUrls.map(originOrEmpty)].filter(
    (source) => source !== '',
  )
  return { ...policy, connectSources: [...new Set(sources)] }
}

/** Exact versions in the SDK folder; empty without the folder. */
async function sdkVersionsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => [])
  return names.filter((name) => /^\d+\.\d+\.\d+/.test(name)).toSorted()
}

async function selectProjects(
  args: ParsedArguments,
  projects: ProjectStore,
  ports: CliPorts,
): Promise<readonly Project[]> {
  const ids = args.texts('project')
  const selected =
    ids.length === 0
      ? await projects.list()
      : await Promise.all(ids.map((id) => requireProject(id, projects, ports.clock())))
  for (const { id } of selected) checkProjectId(id)
  return selected
}

function textFor(target: Target, rules: readonly HostingRule[], sdkVersions: readonly string[]): string {
  switch (target) {
    case 'nginx':
      return nginxConfig(rules)
    case 'caddy':
      return caddyConfig(rules)
    case 'cloudflare':
      return cloudflareConfig(rules, sdkVersions)
  }
}

export const headersCommand: Command = {
  path: ['headers'],
  summary: 'Print the headers of the widget’s documents and files for a static host.',
  positionals: [],
  options: {
    ...configOption,
    nginx: { description: 'Locations for the server block of nginx.' },
    caddy: { description: 'A route for the site block of a Caddyfile.' },
    cloudflare: { description: 'A _headers file of Cloudflare Pages.' },
    project: {
      value: 'ID',
      isRepeatable: true,
      description: 'A project whose pages may frame the widget; default: all.',
    },
  },
  run: async (args, ports) => {
    const target = targetOf(args)
    const { config } = await configOf(args, ports)
    const widget = folderOf(config.widget.directory, bundledFiles.widget, ports)
    const scripts = inlineScriptSources(await readBuilt(widget, 'index.html'))
    const policy = staticPolicy(config, await readBuilt(widget, 'widget.config.json'))
    const sdkVersions = await sdkVersionsIn(folderOf(config.sdk.directory, bundledFiles.sdk, ports))
    return withProjects(args, ports, async (store) => {
      const projects = await selectProjects(args, store, ports)
      const rules = hostingRules({ projects, policy, scripts })
      if (target === undefined) ports.print(JSON.stringify(rules))
      else {
        const ids = projects.map(({ id }) => id).join(', ') || 'none'
        ports.print(`# Printed by drawbridge headers --${target}. Projects: ${ids}.`)
        ports.print('# Print it again when their origins, the configuration or the built widget change.')
        ports.print(textFor(target, rules, sdkVersions))
      }
      return 0
    })
  },
}
