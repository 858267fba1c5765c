import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { inlineGreeting } from './scripts/inline-greeting.ts'
import { moduleList } from './scripts/module-list.ts'
import { preloadHelper } from './scripts/preload-helper.ts'
import { readAhead } from './scripts/read-ahead.ts'
import { routerShaking } from './scripts/router-shaking.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

type ModuleOf = (id: string) => { importedIds: readonly string[] } | null

type Context = { getModuleInfo: ModuleOf }

/** Tells whether some files need a module, by whatever way of static imports. */
function reachedFrom(files: readonly string[]) {
  let modules: Set<string> | undefined
  const walk = (id: string, moduleOf: ModuleOf, seen: Set<string>) => {
    if (seen.has(id)) return seen
    seen.add(id)
    for (const imported of moduleOf(id)?.importedIds ?? []) walk(imported, moduleOf, seen)
    return seen
  }
  return (id: string, context: Context) => {
    modules ??= files.reduce(
      (seen, file) => walk(here(`./widget-app/src/${file}`), (module) => context.getModuleInfo(module), seen),
      new Set<string>(),
    )
    return modules.has(id)
  }
}

/**
 * What the first view needs is two files, not one per module that some lazy view shares with it: all but what draws,
 * which runs while the larger one is still on the line, and what draws.
 */
const firstViewChunks = ['start.ts', 'main.tsx'].map((file, index, { length }) => {
  const isReached = reachedFrom([`app/${file}`])
  return {
    // A module goes with the first script that needs it.
    priority: length - index,
    debugName: file,
    name: (id: string, context: Context) => (isReached(id, context) ? file.replace(/\.tsx?$/, '') : null),
  }
})

const isOfNext = reachedFrom([
  'features/connect/views/connecting-external-view.tsx',
  'features/account/views/account-view.tsx',
  'kernel/connection-commands.ts',
  'app/bridge-commands.ts',
  'app/flows/after-connect.ts',
])
const isOfChains = reachedFrom([
  ...['eip155', 'solana', 'polkadot'].map((namespace) => `chains/${namespace}/adapter.ts`),
  'chains/walletconnect/start.ts',
])
/** What more than one feature or chain may use. */
const mayBeShared = /\/(widget-app\/src\/(kernel|lib|ui)|shared|node_modules\/zod)\//

/**
 * What most people need right after the first view is two files and not seventy, which cost a browser 30 ms: what a
 * chain needs as well, which may be wanted alone, and the rest.
 */
const nextChunks = [
  { name: 'common', has: isOfChains },
  { name: 'next', has: () => true },
].map(({ name, has }) => ({
  name: (id: string, context: Context) =>
    mayBeShared.test(id) && isOfNext(id, context) && has(id, context) ? name : null,
}))

/** What Send reads and Receive writes is one file, and no part of either. */
const paymentLinks = { name: 'payment-link', test: /\/shared\/payment-link\// }

/** Style sheets of lazy and shared chunks load in any order; each states the order of the layers, so that it never matters. */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.css') ? `@layer reset, tokens, ui, views, app;\n${code}` : undefined,
}

/** Half of @polkadot/api is WebAssembly in base64, which no adapter of ours needs and the widget's policy forbids. */
const withoutWasmCrypto: Plugin = {
  name: 'without-wasm-crypto',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source) =>
    source === '@polkadot/wasm-crypto' ? here('./widget-app/src/chains/polkadot/wasm-crypto-stub.ts') : null,
}

/** The SDK's own storage, which is not used, reads `localStorage` as it loads: that throws where a browser blocks it. */
const withoutOwnStorage: Plugin = {
  name: 'without-own-storage',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source) =>
    source === '@walletconnect/keyvaluestorage'
      ? here('./widget-app/src/chains/walletconnect/own-storage-stub.ts')
      : null,
}

/** In the app these texts come with the routes; a test draws a view without them. */
const laterTexts = [here('./widget-app/src/i18n/later-texts.ts')]

/** Suites that need a relay and no node, and wait most of the time. */
const relays = ['widget-app/src/chains/walletconnect/relay-*.chain.test.ts']

export default defineConfig({
  root: here('./widget-app'),
  base: '/',
  // WalletConnect's packages look for Node's name of the global object.
  define: { global: 'globalThis' },
  plugins: [
    react(),
    layerOrder,
    routerShaking(),
    withoutWasmCrypto,
    withoutOwnStorage,
    preloadHelper,
    readAhead,
    inlineGreeting,
    moduleList(),
  ],
  build: {
    outDir: here('./dist/widget'),
    emptyOutDir: true,
    target: 'es2022',
    // Lowered, `light-dark()` would follow the system instead of the sheet.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    rollupOptions: {
      output: { codeSplitting: { groups: [...firstViewChunks, paymentLinks, ...nextChunks] } },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        root: here('.'),
        test: {
          name: 'unit',
          environment: 'node',
          // One process, in which a module is loaded once: to load it anew for each file was half of the time.
          isolate: false,
          setupFiles: [...laterTexts, here('./scripts/leave-nothing.ts')],
          // Some calculate for a second or two; beside other work of the machine that is five.
          testTimeout: 20_000,
          include: [
            'shared/**/*.test.ts',
            'host-sdk/**/*.test.ts',
            'widget-app/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.dom.test.ts', '**/*.chain.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        root: here('.'),
        test: {
          name: 'ui',
          environment: 'jsdom',
          setupFiles: laterTexts,
          testTimeout: 20_000,
          include: ['widget-app/**/*.test.tsx', '{shared,host-sdk,widget-app}/**/*.dom.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        extends: true,
        root: here('.'),
        test: {
          name: 'chains',
          environment: 'node',
          include: ['e2e/stack/**/*.test.ts', 'widget-app/**/*.chain.test.ts'],
          exclude: [...relays, '**/node_modules/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        root: here('.'),
        test: {
          name: 'relay',
          environment: 'node',
          include: relays,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
