import type { Setting } from './setting-list.ts'

/** Where a value was set, for messages: a path, a variable, a flag. */
export type Origin = string

/** A value from the operator before validation. */
export type RawValue = { readonly value: unknown; readonly origin: Origin }

/** Settings of one source: values by key, opened groups, and problems. */
export type RawSettings = {
  readonly values: ReadonlyMap<string, RawValue>
  /** Keys of groups that are present, even if empty. */
  readonly groups: ReadonlyMap<string, Origin>
  /** One sentence each. */
  readonly problems: readonly string[]
}

/** Merges sources; a later one wins. */
export const mergeSettings = (sources: readonly RawSettings[]): RawSettings => ({
  values: new Map(sources.flatMap(({ values }) => [...values])),
  groups: new Map(sources.flatMap(({ groups }) => [...groups])),
  problems: sources.flatMap(({ problems }) => problems),
})

type Tree = { [key: string]: unknown }

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function setAt(tree: Tree, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    tree[key] = value
    return
  }
  const inner = tree[key]
  const next = isTree(inner) ? inner : {}
  tree[key] = next
  setAt(next, rest, value)
}

/** The values as one object, in the shape of the file. */
export function settingsTree(raw: RawSettings, settings: readonly Setting[]): Tree {
  const tree: Tree = {}
  for (const key of raw.groups.keys()) setAt(tree, key.split('.'), {})
  for (const { key, path } of settings) {
    const rawValue = raw.values.get(key)
    if (rawValue) setAt(tree, path, rawValue.value)
  }
  return tree
}
