import { readFile } from 'node:fs/promises'
import type * as z from 'zod/mini'
import { configSchema } from './config-schema.ts'
import { errorCode } from './error-code.ts'
import type { RawSettings, RawValue } from './raw-settings.ts'
import { membersOf } from './setting.ts'
import { settingGroups, settings } from './setting-list.ts'
import { suggestKey } from './suggest-key.ts'

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The sentence for an unknown key. */
function unknownKey(key: string, origin: string): string {
  const keys = [...settings, ...settingGroups].map((one) => one.key)
  const last = key.split('.').at(-1) ?? key
  const suggestion = suggestKey(key, keys) ?? keys.find((one) => one.split('.').at(-1) === last)
  const hint = suggestion === undefined ? '.' : `; did you mean ${suggestion}?`
  return `${key} (${origin}) is not a setting${hint}`
}

/** The sentence for invalid JSON: the position, if the engine reports it, and never the text there. */
function jsonProblem(origin: string, text: string, error: unknown): string {
  const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined
  if (position === undefined) return `${origin} is not valid JSON.`
  const before = text.slice(0, Number(position)).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return `${origin} is not valid JSON: look at line ${before.length}, column ${column}.`
}

/** Settings of a parsed file; unknown keys are problems. */
function settingsOfFile(content: unknown, origin: string): RawSettings {
  const values = new Map<string, RawValue>()
  const groups = new Map<string, string>()
  const problems: string[] = []

  const read = (schema: z.core.$ZodType, path: readonly string[], value: unknown) => {
    const key = path.join('.')
    const members = membersOf(schema)
    if (!members) {
      values.set(key, { value, origin })
      return
    }
    if (!isObject(value)) {
      problems.push(`${key === '' ? origin : `${key} (${origin})`} must be an object.`)
      return
    }
    if (key !== '') groups.set(key, origin)
    for (const [name, member] of Object.entries(value)) {
      const inner = members.get(name)
      // Editors read the URL of the schema from `$schema`.
      if (inner) read(inner, [...path, name], member)
      else if (key !== '' || name !== '$schema') problems.push(unknownKey([...path, name].join('.'), origin))
    }
  }
  read(configSchema, [], content)
  return { values, groups, problems }
}

/**
 * Reads the configuration file.
 * @param path absolute.
 * @param namedBy the flag or variable that selects it; undefined for the default file, which may be absent.
 */
export async function readFileSettings(
  path: string,
  namedBy: string | undefined,
): Promise<RawSettings | undefined> {
  const none = { values: new Map(), groups: new Map() }
  let text: string
  try {
    text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    const code = errorCode(error)
    if (namedBy === undefined && code === 'ENOENT') return undefined
    const namedByText = namedBy === undefined ? '' : `, which ${namedBy} names,`
    return { ...none, problems: [`The configuration file ${path}${namedByText} cannot be read (${code}).`] }
  }
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    return { ...none, problems: [jsonProblem(path, text, error)] }
  }
  return settingsOfFile(content, path)
}
