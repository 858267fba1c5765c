import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'

const wasmStub = fileURLToPath(
  new URL('../../../widget-app/src/chains/polkadot/wasm-crypto-stub.ts', import.meta.url),
)

/** A compiled script, and the paths of the modules that it imports statically. */
export type PageScript = { readonly code: string; readonly imports: readonly string[] }

/** Compiled page scripts by path, such as `/scripts/demo.js`. */
export type PageScripts = ReadonlyMap<string, PageScript>

/**
 * Paths of all modules that a script needs before it runs. A page preloads them, as the pages that Vite builds do: otherwise the browser finds
 * each level of imports only once the one above has loaded.
 */
export function modulesOf(scripts: PageScripts, path: string): readonly string[] {
  const found = new Set<string>()
  const visit = (module: string) => {
    for (const imported of scripts.get(module)?.imports ?? []) {
      if (found.has(imported)) continue
      found.add(imported)
      visit(imported)
    }
  }
  visit(path)
  return [...found]
}

const filePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Loaded as classic scripts without imports, so that they run before the page's modules. */
const classicScripts = {
  '/__stack/test-wallets.js': filePath('../wallets/main.ts'),
  '/__stack/rpc-worker.js': filePath('../wallets/rpc-worker.ts'),
  '/__stack/polkadot-keys.js': filePath('../wallets/polkadot/keys-script.ts'),
}

/** Loaded as modules. They import the SDK's build from `/sdk/`. */
const moduleScripts = {
  demo: filePath('./scripts/demo.ts'),
  embedded: filePath('./scripts/embedded.ts'),
  phone: filePath('./scripts/phone.ts'),
  two: filePath('./scripts/two-instances.ts'),
  'script-tag': filePath('./scripts/script-tag.ts'),
  bare: filePath('./scripts/without-sdk.ts'),
  plain: filePath('./scripts/minimal-page.ts'),
  'viem-page': filePath('./scripts/viem-page.ts'),
  'polkadot-page': filePath('./scripts/polkadot-page.ts'),
  'react-page': filePath('./scripts/react-page.ts'),
  'peer-react': filePath('./scripts/peer-react.ts'),
  'peer-viem': filePath('./scripts/peer-viem.ts'),
  'peer-pjs-signer': filePath('./scripts/peer-pjs-signer.ts'),
  'provider-suite': filePath('./scripts/provider-suite.ts'),
  'standard-suite': filePath('./scripts/standard-suite.ts'),
  'injected-web3-suite': filePath('./scripts/injected-web3-suite.ts'),
  'faulty-wallets': filePath('./scripts/faulty-wallets.ts'),
  'pretend-widget': filePath('./scripts/fake-widget.ts'),
}

/** Compiles the scripts of the host pages and the test wallets, in memory. */
export async function buildPageScripts(): Promise<PageScripts> {
  const scripts = new Map<string, PageScript>()
  const builds = [
    ...Object.entries(classicScripts).map(async ([path, input]) => {
      for (const { code } of await compile({ input, output: { format: 'iife' } }))
        scripts.set(path, { code, imports: [] })
    }),
    compile({
      input: moduleScripts,
      // Pages import the exports of the peer modules.
      preserveEntrySignatures: 'strict',
      external: /^\/sdk\//,
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
    }).then((chunks) => {
      for (const { fileName, code, imports } of chunks)
        scripts.set(`/scripts/${fileName}`, {
          code,
          imports: imports.map((one) => (one.startsWith('/') ? one : `/scripts/${one}`)),
        })
    }),
  ]
  await Promise.all(builds)
  return scripts
}

type BundleOptions = NonNullable<NonNullable<InlineConfig['build']>['rolldownOptions']>

type Chunk = { readonly fileName: string; readonly code: string; readonly imports: readonly string[] }

async function compile(rolldownOptions: BundleOptions): Promise<Chunk[]> {
  const built = await build({
    configFile: false,
    // The policy of the strict page blocks WebAssembly.
    resolve: { alias: { '@polkadot/wasm-crypto': wasmStub } },
    // Only React's development build has warnings and the double rendering of StrictMode.
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { ...rolldownOptions, tsconfig: false },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  return outputs.flatMap((part) =>
    'output' in part ? part.output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : [])) : [],
  )
}
