import * as z from 'zod/mini'
import { chainSettings } from './chain-settings.ts'
import { accountSettings, fileSettings, operationSettings, serverSettings } from './general-settings.ts'
import { limitSettings } from './limit-settings.ts'

/** Name of the file in the working folder that is read when no other is named. */
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

/** The file as the operator writes it. */
export type ConfigInput = z.input<typeof configSchema>

/** Every setting, with its default where the operator gave none. */
export type Config = z.output<typeof configSchema> & {
  /** The origin of the widget. With port 0 it names that port; the server replaces it when it listens. */
  readonly publicUrl: string
}

/** The only setting that commands on what is stored use. */
export type DatabaseConfig = Pick<Config, 'database'>

/** Where everything is stored. */
export type DatabaseLocation =
  | { readonly is: 'sqlite'; readonly file: string }
  | { readonly is: 'postgres'; readonly url: string }

/** The `database` setting, parsed. A relative file starts at the working folder. */
export function databaseLocation({ database }: DatabaseConfig): DatabaseLocation {
  return database.startsWith('sqlite:')
    ? { is: 'sqlite', file: database.slice('sqlite:'.length) }
    : { is: 'postgres', url: database }
}
