import { effectiveSettings } from '../config/effective-settings.ts'
import { featureAvailability } from '../config/feature-availability.ts'
import { configJsonSchema } from '../config/json-schema.ts'
import { type LoadedConfig, loadConfig } from '../config/load-config.ts'
import { type Command, configOption } from './command.ts'
import { sourcesOf } from './config-of.ts'
import { table } from './table.ts'

const textOf = (value: unknown): string => {
  if (value === undefined) return '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function formatConfig(loaded: LoadedConfig): string {
  const rows = effectiveSettings(loaded).map(({ key, value, origin }) => [
    key,
    textOf(value),
    origin ?? 'default',
  ])
  const features = featureAvailability(loaded.config).map((row) => [
    row.feature,
    row.isOn ? 'on' : 'off',
    row.isOn ? '' : row.reason,
  ])
  return [
    `File: ${loaded.file ?? 'none'}`,
    `Public URL: ${loaded.config.publicUrl}`,
    '',
    table(['KEY', 'VALUE', 'SET BY'], rows),
    '',
    table(['FEATURE', 'STATE', 'REASON'], features),
  ].join('\n')
}

export const configCommands: readonly Command[] = [
  {
    path: ['config', 'check'],
    summary: 'Print every mistake of the configuration, or the configuration in effect.',
    positionals: [],
    options: configOption,
    run: async (args, ports) => {
      const loaded = await loadConfig(sourcesOf(args, ports))
      const isJson = args.has('json')
      if (loaded.is === 'invalid') {
        if (isJson) ports.print(JSON.stringify({ mistakes: loaded.problems }))
        else for (const problem of loaded.problems) ports.printError(problem)
        return 1
      }
      const { config, file } = loaded
      const settings = effectiveSettings(loaded)
      const features = featureAvailability(config)
      const result = { mistakes: [], file, publicUrl: config.publicUrl, settings, features }
      ports.print(isJson ? JSON.stringify(result) : formatConfig(loaded))
      return 0
    },
  },
  {
    path: ['config', 'schema'],
    summary: 'Print the JSON Schema of the configuration file.',
    positionals: [],
    options: {},
    run: async (_args, ports) => {
      ports.print(JSON.stringify(configJsonSchema(), null, 2))
      return 0
    },
  },
]
