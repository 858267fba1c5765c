import * as z from '#shared/zod.ts'
import { differences } from './compare.ts'
import type { Json } from './json-value.ts'

const chunkShape = z.object({
  modules: z.record(z.string(), z.string()),
  packages: z.record(z.string(), z.int()),
})
const chunksShape = z.record(z.string(), chunkShape)
type Chunk = z.output<typeof chunkShape>

/** Modules of a chunk that another has neither at the same path nor, moved, with the same contents. */
function missingIn(other: Chunk, { modules }: Chunk): readonly string[] {
  const unmatched = Object.entries(other.modules).filter(([path]) => !(path in modules))
  return Object.entries(modules).flatMap(([path, shape]) => {
    if (path in other.modules) return []
    const at = unmatched.findIndex(([, freeShape]) => freeShape === shape)
    if (at >= 0) unmatched.splice(at, 1)
    return at >= 0 ? [] : [path]
  })
}

const countShared = (a: Chunk, b: Chunk): number => Object.keys(a.modules).length - missingIn(b, a).length

/** The candidate that has at least half of the modules of a chunk: its file was renamed. */
function renamedFrom(chunk: Chunk, candidates: readonly (readonly [string, Chunk])[]): string | undefined {
  const [best] = candidates
    .map(([name, candidate]) => [name, countShared(chunk, candidate)] as const)
    .toSorted(([, a], [, b]) => b - a)
  const minShared = Math.max(1, Object.keys(chunk.modules).length / 2)
  return best !== undefined && best[1] >= minShared ? best[0] : undefined
}

/**
 * Differences of the chunks' modules from the record, one sentence each. A module with the same path or the same contents is
 * the same; a chunk with another file name is compared with the one that has its modules. File names are in
 * `shipped-files.json`.
 */
export function chunkDifferences(recordedJson: Json, currentJson: Json): readonly string[] {
  const recorded = z.parse(chunksShape, recordedJson)
  const currentChunks = z.parse(chunksShape, currentJson)
  const unmatched = new Map(Object.entries(currentChunks).filter(([name]) => !(name in recorded)))
  const sentences: string[] = []
  for (const [name, chunk] of Object.entries(recorded)) {
    const currentName = name in currentChunks ? name : renamedFrom(chunk, [...unmatched])
    const current = currentName === undefined ? undefined : currentChunks[currentName]
    if (currentName === undefined || current === undefined) {
      sentences.push(`The chunk ${name} is gone.`)
      continue
    }
    unmatched.delete(currentName)
    sentences.push(
      ...missingIn(current, chunk).map((path) => `The chunk ${currentName} no longer has ${path}.`),
      ...missingIn(chunk, current).map(
        (path) => `The chunk ${currentName} has ${path}, which is not in the record.`,
      ),
      ...differences(['chunk', currentName, 'modules of packages'], chunk.packages, current.packages),
    )
  }
  return [...sentences, ...[...unmatched.keys()].map((name) => `The chunk ${name} is not in the record.`)]
}
