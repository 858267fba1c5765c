import type { Json } from './json-value.ts'

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

const previewLength = 80

const preview = (value: Json): string => {
  const text = JSON.stringify(value)
  return text.length > previewLength ? `${text.slice(0, previewLength)}…` : text
}

const formatPath = (path: readonly string[]): string => path.join(' › ')

/** Lists of names: a new or missing entry is reported by name and not by position. */
const isNames = (list: readonly Json[]): list is readonly string[] =>
  list.every((one) => typeof one === 'string')

/** Number of occurrences of each name in a list. */
const countsOf = (names: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function nameDifferences(
  path: readonly string[],
  recorded: readonly string[],
  current: readonly string[],
): readonly string[] {
  const before = countsOf(recorded)
  const after = countsOf(current)
  const sentences = [...new Set([...recorded, ...current])].flatMap((name) => {
    const was = before.get(name) ?? 0
    const is = after.get(name) ?? 0
    if (was === is) return []
    if (is === 0) return [`${formatPath(path)} no longer has ${preview(name)}.`]
    if (was === 0) return [`${formatPath(path)} has ${preview(name)}, which is not in the record.`]
    return [`${formatPath(path)} has ${preview(name)} ${is} times; the record has it ${was} times.`]
  })
  const isMoved = sentences.length === 0 && recorded.some((name, index) => current[index] !== name)
  return isMoved ? [`${formatPath(path)} has the same names in another order.`] : sentences
}

/**
 * Differences of a value from the record, one sentence each, with the path from the outside in. The order of an object's
 * members does not matter; that of a list's entries does.
 */
export function differences(path: readonly string[], recorded: Json, current: Json): readonly string[] {
  if (isObject(recorded) && isObject(current))
    return [...new Set([...Object.keys(recorded), ...Object.keys(current)])].flatMap((key) => {
      const before = recorded[key]
      const after = current[key]
      if (before === undefined) return [`${formatPath(path)} has ${key}, which is not in the record.`]
      if (after === undefined) return [`${formatPath(path)} no longer has ${key}.`]
      return differences([...path, key], before, after)
    })
  if (isList(recorded) && isList(current)) {
    if (isNames(recorded) && isNames(current)) return nameDifferences(path, recorded, current)
    if (recorded.length === current.length)
      return recorded.flatMap((one, index) => {
        const other = current[index]
        return other === undefined ? [] : differences([...path, `${index + 1}`], one, other)
      })
  }
  return JSON.stringify(recorded) === JSON.stringify(current)
    ? []
    : [`${formatPath(path)} was ${preview(recorded)} and is ${preview(current)}.`]
}
