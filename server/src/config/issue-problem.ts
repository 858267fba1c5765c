import type * as z from 'zod/mini'
import { configSchema } from './config-schema.ts'
import type { RawSettings } from './raw-settings.ts'
import { expectationOf, hasSecret, itemsOf, membersOf, settingNotes } from './setting.ts'
import { settings, variableOf } from './setting-list.ts'
import { suggestKey } from './suggest-key.ts'

const shownMaxLength = 60

/** Formats `['networks', 0, 'rpcUrls', 1]` as `networks[0].rpcUrls[1]`. */
const keyOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`))
    .join('')

/** The schema at a path, and whether it or a parent is secret. */
function schemaAt(path: readonly PropertyKey[]) {
  let schema: z.core.$ZodType = configSchema
  let isSecret = false
  for (const part of path) {
    const next = typeof part === 'number' ? itemsOf(schema) : membersOf(schema)?.get(String(part))
    if (next === undefined) break
    schema = next
    isSecret ||= settingNotes.get(schema)?.isSecret === true
  }
  return { schema, isSecret: isSecret || hasSecret(schema) }
}

const memberOf = (value: unknown, part: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, part)
    ? Reflect.get(value, part)
    : undefined

/** `, not "abc"`; empty for secrets and for values that are too large to print. */
function notValue(value: unknown, isSecret: boolean): string {
  if (isSecret || (typeof value === 'object' && value !== null)) return ''
  const text = JSON.stringify(value) ?? ''
  return text === '' || text.length > shownMaxLength ? '' : `, not ${text}`
}

/** Where the nearest group of a key was opened: by the file, or by another key of it. */
function openedBy(key: string, raw: RawSettings): string | undefined {
  const groupKey = key.slice(0, key.lastIndexOf('.'))
  const opener = [...raw.values].find(([other]) => other.startsWith(`${groupKey}.`))
  const origin = raw.groups.get(groupKey)
  if (opener) return `${opener[0]} is set by ${opener[1].origin}`
  return origin === undefined ? undefined : `${groupKey} is present in ${origin}`
}

/** One sentence per issue that the schema found. */
export function issueProblem(issue: z.core.$ZodIssue, raw: RawSettings): readonly string[] {
  const key = keyOf(issue.path)
  const setting = settings.find(({ path }) => path.every((part, at) => issue.path[at] === part))
  const rawValue = setting && raw.values.get(setting.key)
  const { schema, isSecret } = schemaAt(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const knownKeys = [...(membersOf(schema)?.keys() ?? [])]
    return issue.keys.map((name) => {
      const suggestion = suggestKey(name, knownKeys)
      const hint =
        suggestion === undefined ? `; known are ${knownKeys.join(', ')}.` : `; did you mean ${suggestion}?`
      return `${key}.${name} (${rawValue?.origin ?? 'configuration'}) is not a setting${hint}`
    })
  }
  const expectation = expectationOf(schema)
  if (rawValue === undefined) {
    const reason = openedBy(key, raw)
    const variable = setting ? ` Set it in the file or by ${variableOf(setting.path)}.` : ''
    return [
      `${key} is missing${reason === undefined ? '' : ` although ${reason}`}: it must be ${expectation}.${variable}`,
    ]
  }
  const depth = setting?.path.length ?? 0
  const value = issue.path.slice(depth).reduce(memberOf, rawValue.value)
  if (value === undefined) return [`${key} (${rawValue.origin}) is missing: it must be ${expectation}.`]
  const format = typeof value === 'string' && itemsOf(schema) ? ' in JSON' : ''
  return [`${key} (${rawValue.origin}) must be ${expectation}${format}${notValue(value, isSecret)}.`]
}
