import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { root } from '../project-files.ts'

/** Writes a list next to the manifest, by default `.vite/modules.json`: for each chunk, its modules, from the root. */
export function moduleList(fileName = '.vite/modules.json'): Plugin {
  return {
    name: 'module-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk'
          ? [[part.fileName, part.moduleIds.map((id) => relative(root, id))] as const]
          : [],
      )
      this.emitFile({
        type: 'asset',
        fileName,
        source: JSON.stringify(Object.fromEntries(chunks), null, 1),
      })
    },
  }
}
