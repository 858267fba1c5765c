import { createHash } from 'node:crypto'
import * as z from '#shared/zod.ts'

const component = z.looseObject({ 'bom-ref': z.string(), name: z.string() })
const dependency = z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })

/** Output of `npm sbom --sbom-format cyclonedx` (CycloneDX 1.5), as far as it is used here. */
export const bomSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component }),
  components: z.array(component),
  dependencies: z.array(dependency),
})
export type Bom = z.infer<typeof bomSchema>

const lockEntry = z.object({
  name: z.optional(z.string()),
  version: z.optional(z.string()),
  dependencies: z.optional(z.record(z.string(), z.string())),
  optionalDependencies: z.optional(z.record(z.string(), z.string())),
})

/** The part of package-lock.json with the dependencies of each package. */
export const lockSchema = z.object({ packages: z.record(z.string(), lockEntry) })
export type Lock = z.infer<typeof lockSchema>

const nameOf = (ref: string) => ref.slice(0, ref.lastIndexOf('@'))

/** Names of the dependencies of each package, by `name@version`, without peers and development packages. */
function installedNames(lock: Lock): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(lock.packages).map(([path, { name, version, dependencies, optionalDependencies }]) => [
      `${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
      new Set(Object.keys({ ...dependencies, ...optionalDependencies })),
    ]),
  )
}

/**
 * The bill of materials of one package: the package as the subject, and its installed dependencies. `npm sbom --omit` is not
 * used, because npm 11 omits every package that a development package needs too. Serial number and time are derived from the
 * content and `time`, so that equal releases have equal bytes.
 * @param bom Of `npm sbom --package-lock-only`, with all dependencies of the package.
 * @param ref `name@version` of the package.
 * @param time ISO 8601.
 * @throws Error if the bill has no such package.
 */
export function packageBom(bom: Bom, lock: Lock, ref: string, time: string): Bom {
  const all = [bom.metadata.component, ...bom.components]
  const subject = all.find((one) => one['bom-ref'] === ref)
  if (subject === undefined) throw new Error(`npm sbom has no ${ref}`)
  const names = installedNames(lock)
  const edges = new Map(
    bom.dependencies.map(({ ref: from, dependsOn }) => [
      from,
      dependsOn.filter((to) => names.get(from)?.has(nameOf(to)) === true).toSorted(),
    ]),
  )
  const reached = new Set([ref])
  for (const from of reached) for (const to of edges.get(from) ?? []) reached.add(to)
  const content = {
    components: bom.components
      .filter((one) => one['bom-ref'] !== ref && reached.has(one['bom-ref']))
      .toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies: [...reached].toSorted().map((from) => ({ ref: from, dependsOn: edges.get(from) ?? [] })),
  }
  // npm names a workspace by its folder.
  const named = { ...subject, name: nameOf(ref) }
  const hash = createHash('sha256').update(JSON.stringify({ named, content })).digest('hex')
  return {
    ...bom,
    serialNumber: `urn:uuid:${uuidOf(hash)}`,
    metadata: { ...bom.metadata, timestamp: time, component: named },
    ...content,
  }
}

/** The first bits of a hash as a UUID of version 8, which applications define (RFC 9562 §5.8). */
function uuidOf(hex: string): string {
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return parts.join('-')
}
