import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { chunkGroupsFrom, vaultChunkGroups } from './scripts/build/chunk-groups.ts'
import { compileHint } from './scripts/build/compile-hint.ts'
import {
  confirmAssets,
  confirmFile,
  confirmManifest,
  confirmMode,
  confirmModules,
  confirmPage,
  excludeOpening,
  vaultMode,
} from './scripts/build/confirm-page.ts'
import {
  developmentAssets,
  developmentDist,
  developmentFile,
  developmentMode,
  developmentPage,
  vaultDevelopmentFile,
  vaultDevelopmentMode,
  vaultDevelopmentPage,
} from './scripts/build/development-page.ts'
import { inlineHandshakeScript } from './scripts/build/inline-handshake-script.ts'
import { moduleList } from './scripts/build/module-list.ts'
import { preloadHelper } from './scripts/build/preload-helper.ts'
import { vaultDist, vaultModules, vaultPage, vaultRoot, withoutReact } from './scripts/build/vault-page.ts'
import { releaseDefine } from './scripts/release/release-version.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Style sheets of lazy and shared chunks load in any order; each states the order of the layers, so that it does not matter.
 */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.css') ? `@layer reset, tokens, ui, views, app;\n${code}` : undefined,
}

/** Half of @polkadot/api is WebAssembly in base64, which no chain adapter needs and the widget's policy blocks. */
const withoutWasmCrypto: Plugin = {
  name: 'without-wasm-crypto',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source) =>
    source === '@polkadot/wasm-crypto' ? here('./widget-app/src/chains/polkadot/wasm-crypto-stub.ts') : null,
}

/** 100 kB of former runtime upgrades, which @polkadot/api looks up and does not use. */
const withoutRuntimeUpgrades: Plugin = {
  name: 'without-runtime-upgrades',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source, importer) =>
    source === './upgrades/index.js' && importer?.includes('/@polkadot/types-known/')
      ? here('./widget-app/src/chains/polkadot/runtime-upgrades-stub.ts')
      : null,
}

/**
 * The WalletConnect SDK's storage, which is unused, reads `localStorage` when it loads, which throws where a browser blocks
 * it.
 */
const withoutOwnStorage: Plugin = {
  name: 'without-own-storage',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source) =>
    source === '@walletconnect/keyvaluestorage'
      ? here('./widget-app/src/chains/walletconnect/own-storage-stub.ts')
      : null,
}

/** In the app, messages load with the document and the routes; tests render a view without them. */
const allTexts = [here('./widget-app/src/i18n/en.ts')]

/** Suites that need a relay and no node, and mostly wait. */
const relays = [
  'widget-app/src/chains/walletconnect/{concurrent-disconnect,relay-faults,relay/relay-backoff}.chain.test.ts',
]

const sharedSetup = [here('./scripts/test/reset-globals.ts'), here('./scripts/test/wait-with-the-test.ts')]
const drawnSetup = [here('./scripts/test/reset-document.ts'), here('./scripts/test/query-with-the-test.ts')]

const isLong = process.env.DRAWBRIDGE_LONG === '1'

/** Suites that take many minutes, in the long run only. */
const longSuites = ['e2e/deploy/{soak,upstream-faults,bare-debian}.test.ts']
/** Suites that the long run extends, separately from those that would slow them down. */
const enduranceSuites = [...longSuites, 'e2e/deploy/rolling-restart.test.ts']

/** The development page is a separate build: its widget files differ from the release's. */
const developmentBuild = {
  outDir: developmentDist,
  assetsDir: developmentAssets,
  copyPublicDir: false,
  rollupOptions: {
    input: here(`./widget-app/${developmentFile}`),
    output: { codeSplitting: { groups: chunkGroupsFrom(['development/main.tsx']) } },
  },
}

/** The same of the vault, which is Preact. */
const vaultDevelopmentBuild = {
  ...developmentBuild,
  emptyOutDir: false,
  rollupOptions: { input: here(`./vault/${vaultDevelopmentFile}`) },
}

/** The confirm window is built into the widget's folder of the release. */
const confirmBuild = {
  outDir: here('./dist/widget'),
  emptyOutDir: false,
  assetsDir: confirmAssets,
  copyPublicDir: false,
  manifest: confirmManifest,
  rollupOptions: {
    input: here(`./widget-app/${confirmFile}`),
    output: { codeSplitting: { groups: chunkGroupsFrom(['confirm/main.tsx']) } },
  },
}

/** The vault is a release of its own, for an origin of its own. */
const vaultBuild = {
  outDir: vaultDist,
  rollupOptions: {
    input: ['index.html', 'payment.html'].map((file) => here(`./vault/${file}`)),
    output: { codeSplitting: { groups: [...vaultChunkGroups] } },
  },
}

const buildOf: Readonly<Record<string, { readonly rollupOptions: object }>> = {
  [developmentMode]: developmentBuild,
  [confirmMode]: confirmBuild,
  [vaultMode]: vaultBuild,
  [vaultDevelopmentMode]: vaultDevelopmentBuild,
}

/** Builds from the vault's folder. */
const ofVault = (mode: string): boolean => mode === vaultMode || mode === vaultDevelopmentMode

const releaseBuild = {
  outDir: here('./dist/widget'),
  rollupOptions: { output: { codeSplitting: { groups: chunkGroupsFrom(['start.ts', 'main.tsx']) } } },
}

/** Jotai does not mark `atom` as free of side effects, so the bundler would retain atoms that a page does not use. */
const withPureAtoms = <Build extends { readonly rollupOptions: object }>(build: Build) => ({
  ...build,
  rollupOptions: { ...build.rollupOptions, treeshake: { manualPureFunctions: ['atom', 'atomFamily'] } },
})

export default defineConfig(({ mode }) => ({
  root: ofVault(mode) ? vaultRoot : here('./widget-app'),
  publicDir: ofVault(mode) ? false : here('./widget-app/public'),
  base: '/',
  resolve: { alias: ofVault(mode) ? withoutReact : [] },
  // WalletConnect's packages use Node's name of the global object.
  define: { global: 'globalThis', ...releaseDefine },
  plugins: [
    react(),
    layerOrder,
    withoutWasmCrypto,
    withoutRuntimeUpgrades,
    withoutOwnStorage,
    preloadHelper,
    inlineHandshakeScript,
    moduleList({ [confirmMode]: confirmModules, [vaultMode]: vaultModules }[mode]),
    developmentPage,
    vaultDevelopmentPage(),
    confirmPage,
    vaultPage,
    excludeOpening,
    compileHint,
  ],
  build: {
    emptyOutDir: true,
    manifest: true,
    ...withPureAtoms(buildOf[mode] ?? releaseBuild),
    target: 'es2022',
    // Compiled for older browsers, `light-dark()` would follow the system instead of the sheet.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: true,
  },
  test: {
    projects: [
      {
        extends: true,
        root: here('.'),
        test: {
          name: 'unit',
          environment: 'node',
          // One process, which loads each module once: reloading them for each file took half of the time.
          isolate: false,
          setupFiles: [...allTexts, ...sharedSetup],
          // Some compute for a second or two, or five on a busy machine.
          testTimeout: 20_000,
          include: [
            'shared/**/*.test.ts',
            'host-sdk/**/*.test.ts',
            'server/**/*.test.ts',
            'widget-app/**/*.test.ts',
            'vault/**/*.test.ts',
            '{bench,scripts,e2e/wallet-behaviours}/**/*.test.ts',
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
          // As above: creating modules and documents for each file took two thirds of the time.
          isolate: false,
          setupFiles: [...allTexts, ...sharedSetup, ...drawnSetup],
          testTimeout: 20_000,
          include: ['widget-app/**/*.test.tsx', 'widget-app/**/*.dom.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        extends: true,
        root: here('.'),
        test: {
          // Code with listeners for the lifetime of a page, so each file gets its own page.
          name: 'page',
          environment: 'jsdom',
          setupFiles: here('./scripts/test/wait-with-the-test.ts'),
          testTimeout: 20_000,
          include: ['{shared,host-sdk}/**/*.dom.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        extends: true,
        root: here('.'),
        test: {
          name: 'chains',
          environment: 'node',
          // As above: loading the chains' SDKs for each file took a third of the time.
          isolate: false,
          setupFiles: sharedSetup,
          // Those of e2e/deploy run the build, as a test world does.
          include: [
            'e2e/{stack,deploy}/**/*.test.ts',
            'contracts/**/*.test.ts',
            'widget-app/**/*.chain.test.ts',
            'server/**/*.chain.test.ts',
            'vault/**/*.chain.test.ts',
          ],
          // The documents' commands take a minute: long run only.
          exclude: [
            ...relays,
            ...(isLong ? enduranceSuites : [...longSuites, 'e2e/deploy/documents.test.ts']),
            '**/node_modules/**',
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        root: here('.'),
        test: {
          name: 'endurance',
          environment: 'node',
          setupFiles: here('./scripts/test/wait-with-the-test.ts'),
          include: enduranceSuites,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        root: here('.'),
        test: {
          name: 'relay',
          environment: 'node',
          isolate: false,
          setupFiles: sharedSetup,
          include: relays,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
}))
