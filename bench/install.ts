import { readFileSync } from 'node:fs'
import * as z from '#shared/zod.ts'
import { type Entry, entry } from './bench-entry.ts'

const packageSchema = z.object({
  dependencies: z._default(z.record(z.string(), z.string()), {}),
  peerDependencies: z._default(z.record(z.string(), z.string()), {}),
  peerDependenciesMeta: z._default(
    z.record(z.string(), z.object({ optional: z._default(z.boolean(), false) })),
    {},
  ),
})
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) })

/** The packages that `npm install` of the SDK installs, by the lockfile: the SDK and its dependencies. */
export function measureInstall(): Entry[] {
  const { packages } = z.parse(
    lockSchema,
    JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')),
  )
  const installed = new Map<string, z.infer<typeof packageSchema>>()
  const add = (path: string) => {
    const locked = packages[path]
    if (locked === undefined) throw new Error(`package-lock.json has no ${path}`)
    if (installed.has(path)) return
    installed.set(path, locked)
    for (const name of Object.keys(locked.dependencies)) {
      const nestedPath = `${path}/node_modules/${name}`
      add(nestedPath in packages ? nestedPath : `node_modules/${name}`)
    }
  }
  add('host-sdk')
  // Peers of optional entries are installed by their users.
  const peers = [...installed.values()].flatMap(({ peerDependencies, peerDependenciesMeta }) =>
    Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
  )
  return [
    entry('packages that host-sdk installs', installed.size, 'count', 5),
    entry('peer dependencies that host-sdk demands', peers.length, 'count', 0),
  ]
}
