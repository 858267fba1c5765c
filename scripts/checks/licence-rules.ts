import * as z from '#shared/zod.ts'

const entry = z.object({
  version: z.optional(z.string()),
  license: z.optional(z.string()),
  dev: z.optional(z.boolean()),
  link: z.optional(z.boolean()),
})

/** The part of package-lock.json with the installed packages and their licences. */
export const lockSchema = z.object({ packages: z.record(z.string(), entry) })
export type Lock = z.infer<typeof lockSchema>

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
])

/** The newest open-source version of each; later ones have a licence that restricts their use. */
const lastOpenSource: readonly (readonly [name: RegExp, version: string])[] = [
  [/^@walletconnect\/(core|sign-client|universal-provider|types|utils)$/, '2.21.8'],
  [/^@reown\/walletkit$/, '1.2.10'],
  [/^@reown\/appkit/, '1.8.2'],
]

/**
 * Development tools that npm does not mark as such: jotai names Babel as an optional peer, which StrykerJS installs, and with
 * it the data of browsers.
 */
const toolsOnly = new Set(['caniuse-lite'])

/** Licence problems of a lockfile: one sentence per package; empty if there are none. */
export function licenceProblems({ packages }: Lock): readonly string[] {
  return Object.entries(packages).flatMap(([path, { version = '', license = '', dev, link }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (!path.includes('node_modules/') || link === true) return []
    const restricted = lastOpenSource.find(([known]) => known.test(name))
    if (restricted !== undefined && isLater(version, restricted[1])) {
      return [`${name} ${version} is not open source; ${restricted[1]} was the last that is`]
    }
    if (dev === true || toolsOnly.has(name) || isPermissive(license)) return []
    return [`${name} ${version} is shipped under '${license === '' ? 'no licence' : license}'`]
  })
}

/** True if one of the alternatives of an SPDX expression consists of permissive licences only. */
export function isPermissive(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((id) => permissive.has(id.trim())))
}

/** True if a version is later than another; a prerelease counts as its release. */
export function isLater(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => (text.split('-')[0] ?? '').split('.').map(Number))
  for (const at of [0, 1, 2]) {
    const step = (a?.[at] ?? 0) - (b?.[at] ?? 0)
    if (step !== 0) return step > 0
  }
  return false
}
