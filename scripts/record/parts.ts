import { chunkModules, shippedFiles } from './built-files.ts'
import { differences } from './compare.ts'
import { chunkDifferences } from './compare-chunks.ts'
import { typeDifferences } from './compare-types.ts'
import { events } from './events.ts'
import type { Json } from './json-value.ts'
import { loadSources } from './load-sources.ts'
import { readPackedTypes, typedEntries } from './packed-types.ts'
import { publicTypes } from './public-types.ts'
import { queryKeys } from './query-keys.ts'
import { testCounts, testDifferences } from './tests.ts'

/** One file of the record. */
export type Part = {
  readonly file: string
  /** True if it is read from a build, and not from the sources. */
  readonly isBuilt: boolean
  /** Its current text. @throws Error if the build that it is read from is missing. */
  readonly read: () => Promise<string>
  /** Differences of the current text from the record, one sentence each. */
  readonly compare: (recorded: string, present: string) => readonly string[]
}

const jsonText = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`

type Compare = (recorded: Json, present: Json) => readonly string[]

const jsonPart = (
  name: string,
  isBuilt: boolean,
  read: () => Json | Promise<Json>,
  compare?: Compare,
): Part => ({
  file: `${name}.json`,
  isBuilt,
  read: async () => jsonText(await read()),
  compare: (recorded, present) =>
    (compare ?? ((before, after) => differences([name], before, after)))(
      JSON.parse(recorded),
      JSON.parse(present),
    ),
})

type SourceParts = typeof import('./source-parts.ts')
let loading: Promise<SourceParts> | undefined

/** A part of `source-parts.ts`; that module is evaluated once. */
const sourcePart = (name: keyof SourceParts['parts']): Part =>
  jsonPart(name, false, async () => {
    loading ??= loadSources<SourceParts>('./source-parts.ts')
    return (await loading).parts[name]
  })

let cachedTypes: readonly [ReturnType<typeof typedEntries>, ReturnType<typeof readPackedTypes>] | undefined

/** The SDK's entries and their declarations, read once. */
function packedTypes() {
  const entries = typedEntries()
  cachedTypes ??= [entries, readPackedTypes(entries)]
  return cachedTypes
}

/** Every part of the record. */
export const recordParts: readonly Part[] = [
  ...(['channel', 'endpoints', 'errors', 'gallery', 'i18n', 'storage'] as const).map(sourcePart),
  jsonPart('query-keys', false, queryKeys),
  jsonPart('tests', false, testCounts, testDifferences),
  {
    file: 'public-types.d.ts',
    isBuilt: true,
    read: async () => publicTypes(...packedTypes()),
    compare: typeDifferences,
  },
  jsonPart('events', true, () => events(...packedTypes())),
  jsonPart('shipped-files', true, shippedFiles),
  jsonPart('chunks', true, chunkModules, chunkDifferences),
]
