import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'

const withoutWasm = fileURLToPath(
  new URL('../../../widget-app/src/chains/polkadot/wasm-crypto-stub.ts', import.meta.url),
)

/** Compiled scripts of the pages by path, such as `/scripts/demo.js`. */
export type PageScripts = ReadonlyMap<string, string>

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Loaded as classic scripts, each complete in itself, so that they run before anything else of the page. */
const classic = {
  '/__stack/test-wallets.js': here('../wallets/main.ts'),
  '/__stack/rpc-worker.js': here('../wallets/rpc-worker.ts'),
  '/__stack/polkadot-keys.js': here('../wallets/polkadot/keys-script.ts'),
}

/** Loaded as modules; they find the SDK's build under `/sdk/`. */
const modules = {
  demo: here('./scripts/demo.ts'),
  embedded: here('./scripts/embedded.ts'),
  phone: here('./scripts/phone.ts'),
  two: here('./scripts/two-instances.ts'),
  'script-tag': here('./scripts/script-tag.ts'),
  bare: here('./scripts/without-sdk.ts'),
  plain: here('./scripts/minimal-page.ts'),
  'viem-page': here('./scripts/viem-page.ts'),
  'polkadot-page': here('./scripts/polkadot-page.ts'),
  'react-page': here('./scripts/react-page.ts'),
  'peer-react': here('./scripts/peer-react.ts'),
  'peer-viem': here('./scripts/peer-viem.ts'),
  'peer-pjs-signer': here('./scripts/peer-pjs-signer.ts'),
  'provider-suite': here('./scripts/provider-suite.ts'),
  'standard-suite': here('./scripts/standard-suite.ts'),
  'injected-web3-suite': here('./scripts/injected-web3-suite.ts'),
  'faulty-wallets': here('./scripts/faulty-wallets.ts'),
  'pretend-widget': here('./scripts/fake-widget.ts'),
}

/** Compiles the scripts of the host pages and the test wallets, in memory. */
export async function buildPageScripts(): Promise<PageScripts> {
  const scripts = new Map<string, string>()
  const jobs = [
    ...Object.entries(classic).map(async ([path, input]) => {
      for (const { code } of await compile({ input, output: { format: 'iife' } })) scripts.set(path, code)
    }),
    compile({
      input: modules,
      // The peers are there for what they export.
      preserveEntrySignatures: 'strict',
      external: /^\/sdk\//,
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
    }).then((chunks) => {
      for (const { fileName, code } of chunks) scripts.set(`/scripts/${fileName}`, code)
    }),
  ]
  await Promise.all(jobs)
  return scripts
}

type BundleOptions = NonNullable<NonNullable<InlineConfig['build']>['rolldownOptions']>

async function compile(rolldownOptions: BundleOptions): Promise<{ fileName: string; code: string }[]> {
  const built = await build({
    configFile: false,
    // Pages with a policy of their own run no WebAssembly.
    resolve: { alias: { '@polkadot/wasm-crypto': withoutWasm } },
    // React's own warnings, and what StrictMode runs twice, are in its development build alone.
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
