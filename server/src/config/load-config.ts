import { resolve } from 'node:path'
import * as z from '../../../shared/zod.ts'
import { type Config, configFileName, configSchema, type DatabaseConfig } from './config-schema.ts'
import { crossProblems } from './cross-checks.ts'
import { type Environment, environmentSettings, fileVariable, valueOfText } from './environment-settings.ts'
import { readFileSettings } from './file-settings.ts'
import { issueProblem } from './issue-problem.ts'
import { mergeSettings, type Origin, type RawSettings, settingsTree } from './raw-settings.ts'
import { settings } from './setting-list.ts'

/** The sources of the configuration. */
export type ConfigSources = {
  /** Path of the `--config` flag. */
  readonly configFlag?: string | undefined
  /** Values of flags by key: `{ port: '8080' }` for `--port 8080`. */
  readonly flags?: { readonly [key: string]: string | undefined }
  readonly environment: Environment
  /** Absolute path. */
  readonly workingDirectory: string
}

export type LoadedConfig = {
  readonly is: 'loaded'
  readonly config: Config
  /** The file that was read, if any. */
  readonly file: string | undefined
  /** The origin of each key that is not at its default. */
  readonly origins: ReadonlyMap<string, Origin>
}

/** Every problem, one sentence each. */
export type InvalidConfig = { readonly is: 'invalid'; readonly problems: readonly string[] }

/** The configuration has problems; each is one sentence with the key and its origin. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

function flagSettings(flags: ConfigSources['flags'] = {}): RawSettings {
  const values = settings.flatMap((setting) => {
    const text = flags[setting.key]
    const origin = `--${setting.path.at(-1)?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return text === undefined ? [] : [[setting.key, { value: valueOfText(setting, text), origin }] as const]
  })
  return { values: new Map(values), groups: new Map(), problems: [] }
}

/** Reads flags, environment and file, in this precedence. */
async function readSettings(
  sources: ConfigSources,
): Promise<{ readonly raw: RawSettings; readonly file: string | undefined }> {
  const { configFlag, environment, workingDirectory } = sources
  const fromVariable = environment[fileVariable] || undefined
  const namedPath = configFlag ?? fromVariable
  const namedBy = configFlag === undefined ? fromVariable && fileVariable : '--config'
  const path = resolve(workingDirectory, namedPath ?? configFileName)
  const fromFile = await readFileSettings(path, namedBy)

  const raw = mergeSettings([
    ...(fromFile ? [fromFile] : []),
    await environmentSettings(environment),
    flagSettings(sources.flags),
  ])
  return { raw, file: fromFile && path }
}

/** Reads and validates the whole configuration. */
export async function loadConfig(sources: ConfigSources): Promise<LoadedConfig | InvalidConfig> {
  const { raw, file } = await readSettings(sources)
  const parsed = z.safeParse(configSchema, settingsTree(raw, settings))
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap((issue) => issueProblem(issue, raw))
    return { is: 'invalid', problems: [...raw.problems, ...problems] }
  }
  const { data } = parsed
  const config = { ...data, publicUrl: data.publicUrl ?? `http://localhost:${data.port}` }
  const problems = [...raw.problems, ...crossProblems(config, raw)]
  if (problems.length > 0) return { is: 'invalid', problems }
  const origins = new Map([...raw.values].map(([key, { origin }]) => [key, origin]))
  return { is: 'loaded', config, file, origins }
}

/** Loads the configuration. @throws ConfigError with every problem. */
export async function requireConfig(sources: ConfigSources): Promise<LoadedConfig> {
  const loaded = await loadConfig(sources)
  if (loaded.is === 'invalid') throw new ConfigError(loaded.problems)
  return loaded
}

/**
 * Loads only the database settings, for commands that need nothing else: on a server's machine the other secrets may be
 * readable by the systemd unit only, and settings that need them would be reported as problems.
 * @throws ConfigError with every problem in `database`, unknown keys, and unreadable sources
 */
export async function requireDatabase(sources: ConfigSources): Promise<DatabaseConfig> {
  const { raw } = await readSettings(sources)
  const schema = z.pick(configSchema, { database: true })
  const databaseSettings = settings.filter(({ key }) => key === 'database')
  const parsed = z.safeParse(schema, settingsTree({ ...raw, groups: new Map() }, databaseSettings))
  const problems = parsed.success ? [] : parsed.error.issues.flatMap((issue) => issueProblem(issue, raw))
  const all = [...raw.problems, ...problems]
  if (!parsed.success || all.length > 0) throw new ConfigError(all)
  return parsed.data
}
