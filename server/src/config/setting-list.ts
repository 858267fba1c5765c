import * as z from '../../../shared/zod.ts'
import { configSchema } from './config-schema.ts'
import { innermost, membersOf, type SettingNotes, settingNotes } from './setting.ts'

/** One configuration key. */
export type Setting = {
  /** `['walletConnect', 'relayUrl']`. */
  readonly path: readonly string[]
  /** `walletConnect.relayUrl`. */
  readonly key: string
  /** `DRAWBRIDGE_WALLET_CONNECT_RELAY_URL`; with the suffix `_FILE`, the path of a file with the value. */
  readonly variable: string
  readonly schema: z.core.$ZodType
  readonly notes: SettingNotes
}

/** A group of keys, such as `walletConnect`. */
export type SettingGroup = {
  readonly path: readonly string[]
  readonly key: string
  readonly notes: SettingNotes
  /** True if the group exists only when one of its keys is set. */
  readonly isOptional: boolean
}

export const variablePrefix = 'DRAWBRIDGE_'

/**
 * The environment variable of a key: the prefix, then the parts of the path in upper case, words separated by `_`.
 * @example variableOf(['walletConnect', 'relayUrl']) // 'DRAWBRIDGE_WALLET_CONNECT_RELAY_URL'
 */
export const variableOf = (path: readonly string[]): string =>
  variablePrefix + path.map((part) => part.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase()).join('_')

const noNotes: SettingNotes = { description: '' }

function read(
  schema: z.core.$ZodType,
  path: readonly string[],
): { readonly settings: readonly Setting[]; readonly groups: readonly SettingGroup[] } {
  const key = path.join('.')
  const notes = settingNotes.get(schema) ?? noNotes
  const members = membersOf(schema)
  if (!members) return { settings: [{ path, key, variable: variableOf(path), schema, notes }], groups: [] }
  const parts = [...members].map(([name, member]) => read(member, [...path, name]))
  const isOptional = schema instanceof z.core.$ZodOptional
  const group = path.length > 0 ? [{ path, key, notes, isOptional }] : []
  return {
    settings: parts.flatMap(({ settings }) => settings),
    groups: [...group, ...parts.flatMap(({ groups }) => groups)],
  }
}

const everything = read(configSchema, [])

/** Every key, in the order of the schema. */
export const settings = everything.settings

/** Every group, before its members. */
export const settingGroups = everything.groups

/** How the text of an environment variable is converted. */
export type TextKind = 'text' | 'number' | 'boolean' | 'list'

/** How the text of a setting's environment variable is converted. */
export function textKind(schema: z.core.$ZodType): TextKind {
  const inner = innermost(schema)
  if (inner instanceof z.core.$ZodNumber) return 'number'
  if (inner instanceof z.core.$ZodBoolean) return 'boolean'
  return inner instanceof z.core.$ZodArray ? 'list' : 'text'
}
