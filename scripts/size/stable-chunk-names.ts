import { createHash } from 'node:crypto'
import type { Modules } from './built-widget.ts'

const hashedName = /[\w.-]+-[\w-]{8}\.(?:js|css)/g

/**
 * Replaces the hash in each file name by eight characters that depend on the file's modules and not on their contents. A
 * change of one file renames all that import it, and brotli compresses other letters to some hundred bytes more or less:
 * this way a size changes only with the code.
 * @param modules by path of the built file; a file without modules is identified by its name.
 */
export function stableNames(modules: Modules): (text: string) => string {
  const parts = new Map(
    Object.entries(modules).map(([file, of]) => [file.slice(file.lastIndexOf('/') + 1), of.join('\n')]),
  )
  return (text) =>
    text.replaceAll(hashedName, (name) => {
      const [, stem = '', extension = ''] = /^(.*)-[\w-]{8}\.(\w+)$/.exec(name) ?? []
      const hash = createHash('sha256').update(`${stem}\n${parts.get(name) ?? ''}`)
      return `${stem}-${hash.digest('base64url').slice(0, 8)}.${extension}`
    })
}
