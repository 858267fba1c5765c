import * as z from '../../../shared/zod.ts'
import { chainSettings } from './chain-settings.ts'
import { accountSettings, fileSettings, operationSettings, serverSettings } from './general-settings.ts'
import { limitSettings } from './limit-settings.ts'

/** Name of the file in the working folder that is read by default. */
export const configFileName = 'drawbridge.config.json'

/** `drawbridge.config.json`: every setting of the server. Environment variables and flags set the same keys. */
export const configSchema = z.strictObject({
  ...serverSettings,
  ...fileSettings,
  ...operationSettings,
  ...accountSettings,
  ...chainSettings,
  ...limitSettings,
})

/** The file's content before parsing. */
export type ConfigInput = z.input<typeof configSchema>

/** Every setting, with defaults applied. */
export type Config = z.output<typeof configSchema> & {
  /** The widget's origin. With port 0 it contains that port; the server replaces it when it listens. */
  readonly publicUrl: string
}

/** The only setting that store commands use. */
export type DatabaseConfig = Pick<Config, 'database'>

/** Location of the database. */
export type DatabaseLocation =
  | { readonly is: 'sqlite'; readonly file: string }
  | { readonly is: 'postgres'; readonly url: string }

/** Parses the `database` setting. A relative file starts at the working folder. */
export function databaseLocation({ database }: DatabaseConfig): DatabaseLocation {
  return database.startsWith('sqlite:')
    ? { is: 'sqlite', file: database.slice('sqlite:'.length) }
    : { is: 'postgres', url: database }
}
