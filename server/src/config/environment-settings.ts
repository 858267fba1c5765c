import { readFile } from 'node:fs/promises'
import { errorCode } from './error-code.ts'
import type { RawSettings, RawValue } from './raw-settings.ts'
import { itemsOf, membersOf } from './setting.ts'
import { type Setting, settings, textKind, variablePrefix } from './setting-list.ts'
import { suggestKey } from './suggest-key.ts'

/** Names and values, as in `process.env`. */
export type Environment = { readonly [name: string]: string | undefined }

/** Variable with the path of the configuration file. */
export const fileVariable = 'DRAWBRIDGE_CONFIG'

/** Variables that the build of the SDK reads, not the server. */
const buildVariables: readonly string[] = ['DRAWBRIDGE_WIDGET_URL']

/**
 * Kubernetes sets these in every container when the namespace has a service called "drawbridge"; one of them,
 * DRAWBRIDGE_PORT, has the name of a setting and the form tcp://10.0.0.1:8787.
 */
const isOfKubernetes = (name: string, value: string): boolean =>
  /^DRAWBRIDGE_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/.test(name) ||
  (name === 'DRAWBRIDGE_PORT' && /^(?:tcp|udp|sctp):\/\//.test(value))

/** Converts the text of a flag or variable to the setting's type; invalid text stays text, which the schema rejects. */
export function valueOfText(setting: Pick<Setting, 'schema'>, text: string): unknown {
  switch (textKind(setting.schema)) {
    case 'number':
      return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'list':
      return listOfText(text, isListOfObjects(setting))
    case 'text':
      return text
  }
}

const isListOfObjects = ({ schema }: Pick<Setting, 'schema'>): boolean => {
  const item = itemsOf(schema)
  return item !== undefined && membersOf(item) !== undefined
}

function listOfText(text: string, isOfObjects: boolean): unknown {
  if (isOfObjects || text.trimStart().startsWith('[')) {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The text of a variable, or of the file in its `_FILE` variant, and its origin. */
async function readText(
  variable: string,
  environment: Environment,
): Promise<{ readonly text: string; readonly origin: string } | { readonly mistake: string } | undefined> {
  const direct = environment[variable] ?? ''
  const fileName = environment[`${variable}_FILE`] ?? ''
  const isSet = direct !== '' && !isOfKubernetes(variable, direct)
  if (isSet && fileName !== '')
    return { mistake: `${variable} and ${variable}_FILE are both set; set one of them.` }
  if (isSet) return { text: direct, origin: variable }
  if (fileName === '') return undefined
  try {
    const text = (await readFile(fileName, 'utf8')).replace(/\r?\n$/, '')
    return { text, origin: `${fileName}, which ${variable}_FILE names` }
  } catch (error) {
    return {
      mistake: `${variable}_FILE names a file that cannot be read: ${fileName} (${errorCode(error)}).`,
    }
  }
}

function unknownVariables(environment: Environment): readonly string[] {
  const variables = settings.map(({ variable }) => variable)
  const knownVariables = new Set([
    ...variables.flatMap((name) => [name, `${name}_FILE`]),
    ...[fileVariable, ...buildVariables],
  ])
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (!name.startsWith(variablePrefix) || knownVariables.has(name) || isOfKubernetes(name, value)) return []
    const suggestion = suggestKey(
      name.slice(variablePrefix.length),
      [...knownVariables].map((one) => one.slice(variablePrefix.length)),
    )
    const hint = suggestion === undefined ? '.' : `; did you mean ${variablePrefix}${suggestion}?`
    return `${name} is not a variable of the server${hint}`
  })
}

/**
 * Settings from environment variables. An empty variable counts as unset: compose files pass on variables that the operator
 * left empty.
 */
export async function environmentSettings(environment: Environment): Promise<RawSettings> {
  const values = new Map<string, RawValue>()
  const problems: string[] = [...unknownVariables(environment)]
  for (const setting of settings) {
    const found = await readText(setting.variable, environment)
    if (found === undefined) continue
    if ('mistake' in found) problems.push(found.mistake)
    else values.set(setting.key, { value: valueOfText(setting, found.text), origin: found.origin })
  }
  return { values, groups: new Map(), problems }
}
