import type { Plugin, Rolldown } from 'vite'
import { confirmFile } from './confirm-page.ts'

/**
 * Modules that most users need after the first view: connecting a wallet, its account, the commands of the bridge, Ethereum.
 */
const preloadedModules = [
  '/app/routes.tsx',
  '/features/connect/views/connecting-external-view.tsx',
  '/features/account/views/account-view.tsx',
  '/domain/connections/connection-actions.ts',
  '/app/bridge-commands.ts',
  '/lib/query-engine.ts',
  '/app/flows/after-connect.ts',
  '/chains/eip155/adapter.ts',
]

function filesOf(bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk): readonly string[] {
  const chunk = (file: string) => {
    const part = bundle[file]
    return part?.type === 'chunk' ? part : undefined
  }
  const seen = new Set<string>()
  const walk = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const imported of chunk(file)?.imports ?? []) walk(imported)
  }
  walk(entry.fileName)
  const eager = new Set(seen)
  for (const part of Object.values(bundle)) {
    if (
      part.type === 'chunk' &&
      part.moduleIds.some((id) => preloadedModules.some((end) => id.endsWith(end)))
    ) {
      walk(part.fileName)
    }
  }
  const scripts = [...seen].filter((file) => !eager.has(file))
  const styles = scripts.flatMap((file) => [...(chunk(file)?.viteMetadata?.importedCss ?? [])])
  return [...scripts, ...styles].map((file) => `/${file}`)
}

/**
 * Lists in `<meta name="read-ahead">` the files that the document will need next, so that it can fetch them into the
 * browser's cache in advance without running them.
 */
export const preloadHints: Plugin = {
  name: 'read-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    // The confirm window has one view, and nothing to prefetch.
    handler: (_html, { bundle, chunk, path }) =>
      bundle && chunk && path !== `/${confirmFile}`
        ? [
            {
              tag: 'meta',
              attrs: { name: 'read-ahead', content: filesOf(bundle, chunk).join(' ') },
              injectTo: 'head',
            },
          ]
        : [],
  },
}
