import * as z from 'zod/mini'
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
  const free = Object.entries(other.modules).filter(([path]) => !(path in modules))
  return Object.entries(modules).flatMap(([path, shape]) => {
    if (path in other.modules) return []
    const at = free.findIndex(([, freeShape]) => freeShape === shape)
    if (at >= 0) free.splice(at, 1)
    return at >= 0 ? [] : [path]
  })
}

const shared = (a: Chunk, b: Chunk): number => Object.keys(a.modules).length - missingIn(b, a).length

/** The candidate that has at least half of the modules of a chunk: its file was renamed. */
function renamedFrom(chunk: Chunk, candidates: readonly (readonly [string, Chunk])[]): string | undefined {
  const [best] = candidates
    .map(([name, candidate]) => [name, shared(chunk, candidate)] as const)
    .toSorted(([, a], [, b]) => b - a)
  const least = Math.max(1, Object.keys(chunk.modules).length / 2)
  return best !== undefined && best[1] >= least ? best[0] : undefined
}

/**
 * Differences of the chunks' modules from the record, one sentence each. A module with the same path or the same contents is
 * the same; a chunk with another file name is compared with the one that has its modules. File names are in
 * `shipped-files.json`.
 */
export function chunkDifferences(recordedJson: Json, presentJson: Json): readonly string[] {
  const recorded = z.parse(chunksShape, recordedJson)
  const present = z.parse(chunksShape, presentJson)
  const free = new Map(Object.entries(present).filter(([name]) => !(name in recorded)))
  const sentences: string[] = []
  for (const [name, chunk] of Object.entries(recorded)) {
    const nowNamed = name in present ? name : renamedFrom(chunk, [...free])
    const now = nowNamed === undefined ? undefined : present[nowNamed]
    if (nowNamed === undefined || now === undefined) {
      sentences.push(`The chunk ${name} is gone.`)
      continue
    }
    free.delete(nowNamed)
    sentences.push(
      ...missingIn(now, chunk).map((path) => `The chunk ${nowNamed} no longer has ${path}.`),
      ...missingIn(chunk, now).map(
        (path) => `The chunk ${nowNamed} has ${path}, which is not in the record.`,
      ),
      ...differences(['chunk', nowNamed, 'modules of packages'], chunk.packages, now.packages),
    )
  }
  return [...sentences, ...[...free.keys()].map((name) => `The chunk ${name} is not in the record.`)]
}
