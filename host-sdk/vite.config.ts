import { fileURLToPath } from 'node:url'
import { minify as minifyAgain } from 'terser'
import { defineConfig, type Plugin } from 'vite'
import sdkPackage from './package.json' with { type: 'json' }
import { moduleTag } from './src/module-tag.ts'

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** The default is the local widget: `prepack` rejects such a build. */
const widgetUrl = process.env.DRAWBRIDGE_WIDGET_URL ?? 'http://widget.localhost:5173'
const define = {
  __WIRES_ALONE__: 'true',
  __RELEASE_VERSION__: JSON.stringify(sdkPackage.version),
  __WIDGET_URL__: JSON.stringify(widgetUrl),
}

/** Modules that are files of their own, by the name of their source; names of shipped files are frozen. */
const shippedFiles: Readonly<Record<string, string>> = {
  'combine-discoveries': 'page-wallets.js',
  'announced-wallets': 'page-faces.js',
  'host-rpc-client': 'own-nodes.js',
  'failure-module': 'on-failure.js',
  button: 'button.js',
}

/** Keeps modules that not every page needs as separate files next to the SDK, each complete, without shared chunks. */
const splitFiles: Plugin = {
  name: 'files-beside',
  enforce: 'pre',
  resolveId: (source) => {
    const [, name = ''] = /\/([\w-]+)\.ts$/.exec(source) ?? []
    const file = shippedFiles[name]
    return file === undefined ? null : { id: `./${file}`, external: true }
  },
}

/**
 * Imports these files by the URL of the script. Browsers give a classic script of another origin no base URL, unless its
 * tag has `crossorigin`, and then a relative specifier does not resolve.
 */
const resolveSplitFiles: Plugin = {
  name: 'files-beside-script',
  enforce: 'post',
  generateBundle: async (_options, bundle) => {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      // Terser saves 3 % after Vite's own minifier, of a file that a page waits for. It mangles names in a second step:
      // in one step it keeps constants in variables, because their names are short, and that compresses worse.
      const { code: compressed = '' } = await minifyAgain(chunk.code, {
        mangle: false,
        compress: { ecma: 2020, passes: 5, keep_fargs: false, unsafe_arrows: true },
      })
      const { code = '' } = await minifyAgain(compressed, { ecma: 2020, compress: false })
      const [start] = /^!?\(?(function)?\(\)(=>)?\{/.exec(code) ?? []
      const names = code.split('import("./')
      if (start === undefined || names.length < 2 || code.includes('$$'))
        throw new Error('The script has another form than the build expects')
      const [head = '', ...rest] = names
      const tag = `(document.currentScript||document.querySelector('${moduleTag}'))`
      const base = `let $$=new URL(".",${tag}?.src||document.baseURI);`
      chunk.code = [start + base + head.slice(start.length), ...rest].join('import($$+"')
    }
  },
}

const isSplitFile = (mode: string) => ['wallets', 'faces', 'nodes', 'failure', 'button'].includes(mode)

type Entry = {
  readonly entry: string
  readonly file: string
  readonly format: 'es' | 'iife'
  readonly external?: readonly RegExp[]
}

/** `external` is what bundlers resolve themselves; a file without it contains everything, and is minified. */
const entries = {
  production: { entry: 'index.ts', file: 'index.js', format: 'es', external: [/^comlink$/, /^zod\//] },
  bundle: { entry: 'index.ts', file: 'bundle.js', format: 'es' },
  script: { entry: 'entries/script-tag.ts', file: 'drawbridge.js', format: 'iife' },
  wallets: { entry: 'wallets/combine-discoveries.ts', file: 'page-wallets.js', format: 'es' },
  button: { entry: 'announce/button.ts', file: 'button.js', format: 'es' },
  nodes: { entry: 'entries/host-rpc-client.ts', file: 'own-nodes.js', format: 'es' },
  failure: { entry: 'entries/failure-module.ts', file: 'on-failure.js', format: 'es' },
  faces: { entry: 'announce/announced-wallets.ts', file: 'page-faces.js', format: 'es' },
  viem: { entry: 'entries/viem.ts', file: 'viem.js', format: 'es', external: [/^viem$/] },
  polkadot: {
    entry: 'entries/polkadot.ts',
    file: 'polkadot.js',
    format: 'es',
    external: [/^@polkadot-api\/pjs-signer$/],
  },
  'polkadot-js': { entry: 'entries/polkadot-js.ts', file: 'polkadot-js.js', format: 'es', external: [] },
  react: { entry: 'entries/react.ts', file: 'react.js', format: 'es', external: [/^react$/] },
} as const satisfies Record<string, Entry>

const isEntry = (mode: string): mode is keyof typeof entries => Object.hasOwn(entries, mode)

/**
 * One file each: `index.js` for bundlers (comlink and zod stay imports, so that a dApp which has them shares them),
 * `bundle.js`, the same with everything inside, with `--mode script` the script-tag file, and next to them
 * `page-wallets.js`, which each of them loads if a page uses wallets of Solana or Polkadot, and `page-faces.js`, if a dApp
 * of theirs discovers the widget, `own-nodes.js`, if a page reads a chain from an RPC of its own, and `on-failure.js`, with
 * the first frame; the script tag loads `button.js` too. The optional entries `viem`, `polkadot`, `polkadot-js` and `react`
 * are files of their own, for bundlers; each imports its one peer.
 */
export default defineConfig(({ mode }) => {
  const { entry, file, format, external }: Entry = entries[isEntry(mode) ? mode : 'production']
  const minify = external === undefined
  const isScript = format === 'iife'
  return {
    root: resolvePath('.'),
    define,
    plugins: [...(isSplitFile(mode) ? [] : [splitFiles]), ...(isScript ? [resolveSplitFiles] : [])],
    build: {
      outDir: resolvePath('./dist'),
      emptyOutDir: mode === 'production',
      target: 'es2022',
      minify,
      lib: {
        entry: resolvePath(`./src/${entry}`),
        formats: [format],
        fileName: () => file,
        ...(isScript && { name: 'DrawbridgeScript' }),
      },
      rollupOptions: {
        external: [...(external ?? [])],
        output: {
          // Vite leaves the white space of ES libraries for the next bundler; a bundle has none.
          minify,
          // Hooks run in browsers: in frameworks with server components, this file is a client file.
          ...(mode === 'react' && { banner: "'use client'" }),
        },
      },
    },
  }
})
