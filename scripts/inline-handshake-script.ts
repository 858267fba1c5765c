import { build, type Plugin } from 'vite'
import { confirmFile } from './confirm-page.ts'
import { developmentFile } from './development-page.ts'
import { root } from './project-files.ts'
import { releaseDefine } from './release-version.ts'

const source = `${root}/widget-app/src/app/startup/early-handshake-script.ts`

/** Before the style sheets, for which a script behind them would wait. */
const place = '<!-- greeting -->'

/** Builds one script without imports, as text. */
async function scriptOf(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    // No schema of zod's own is around a wire here either.
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
 * Puts the handshake into the document itself: it runs a round trip before the files are there. A deployment's policy
 * names its hash in `script-src`; where it does not, the first file shakes hands instead.
 */
export const inlineHandshakeScript: Plugin = {
  name: 'inline-greeting',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { path }) => {
      // It is in no frame: no host waits for it.
      if (path === `/${developmentFile}` || path === `/${confirmFile}`) return html
      if (!html.includes(place)) throw new Error(`The document has no place for its own script: ${place}`)
      const script = await scriptOf(source)
      return html.replace(place, () => `<script>${script}</script>`)
    },
  },
}
