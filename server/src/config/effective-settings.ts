import type * as z from 'zod/mini'
import { type Config, configSchema } from './config-schema.ts'
import type { LoadedConfig } from './load-config.ts'
import type { Origin } from './raw-settings.ts'
import { itemsOf, membersOf, settingNotes } from './setting.ts'
import { settings } from './setting-list.ts'

const hidden = '[hidden]'

/** A setting with its effective value. */
export type EffectiveSetting = {
  readonly key: string
  /** Undefined when it is not set and has no default; secrets are replaced by `[hidden]`. */
  readonly value: unknown
  /** Where it was set; undefined: the default. */
  readonly origin: Origin | undefined
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined

/** Replaces every secret part of a value. */
function redactSecrets(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === undefined) return undefined
  const notes = settingNotes.get(schema)
  if (notes?.isSecret) {
    const isPublic = notes.publicPrefix !== undefined && String(value).startsWith(notes.publicPrefix)
    return isPublic ? value : hidden
  }
  const item = itemsOf(schema)
  if (item && Array.isArray(value)) return value.map((one: unknown) => redactSecrets(item, one))
  const members = membersOf(schema)
  if (!members) return value
  const redactedMembers = [...members].map(
    ([name, member]) => [name, redactSecrets(member, memberOf(value, name))] as const,
  )
  return Object.fromEntries(redactedMembers.filter(([, part]) => part !== undefined))
}

/** Every setting with its value and origin, without secrets. */
export const effectiveSettings = ({
  config,
  origins,
}: Pick<LoadedConfig, 'config' | 'origins'>): readonly EffectiveSetting[] =>
  settings.map(({ key, path, schema }) => ({
    key,
    value: redactSecrets(schema, path.reduce<unknown>(memberOf, config)),
    origin: origins.get(key),
  }))

/** The configuration in the shape of the file, for logs: secrets are replaced by `[hidden]`. */
export const redactedConfig = (config: Config): unknown => redactSecrets(configSchema, config)
