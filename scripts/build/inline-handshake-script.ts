import { build, type Plugin } from 'vite'
import { root } from '../project-files.ts'
import { releaseDefine } from '../release/release-version.ts'
import { confirmFile, vaultMode } from './confirm-page.ts'
import { developmentFile } from './development-page.ts'

const source = `${root}/widget-app/src/app/startup/early-handshake-script.ts`

const firstScript = '<script type="module"'
const styleSheet = /\s*<link rel="stylesheet"[^>]*>/g

/** Builds one script without imports, as text. */
async function scriptOf(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    // No zod schema contains a wire schema here either.
    define: { ...releaseDefine, __WIRES_ALONE__: 'true' },
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input, output: { format: 'iife' } },
    },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const [chunk, ...others] = outputs
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${input} is more than one script`)
  return chunk.code.trim()
}

/**
 * Inlines the handshake into the document: it runs one round trip before the files are loaded. A deployment's policy has its
 * hash in `script-src`; otherwise the first file performs the handshake.
 *
 * The script is before the style sheets, because it would wait for them. They are before the other scripts, which wait for
 * them too: requested last, on a slow line they would arrive last.
 */
export const inlineHandshakeScript: Plugin = {
  name: 'inline-greeting',
  apply: (_config, { command, mode }) => command === 'build' && mode !== vaultMode,
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { path }) => {
      // Not in a frame: no host waits for it.
      if (path === `/${developmentFile}` || path === `/${confirmFile}`) return html
      const styles = [...html.matchAll(styleSheet)].map(([link]) => link.trim())
      const scriptAt = html.indexOf(firstScript)
      if (styles.length === 0 || scriptAt < 0) throw new Error('The document has no style sheet or no script')
      const inserted = [`<script>${await scriptOf(source)}</script>`, ...styles, ''].join('\n    ')
      return `${html.slice(0, scriptAt)}${inserted}${html.slice(scriptAt).replaceAll(styleSheet, '')}`
    },
  },
}
