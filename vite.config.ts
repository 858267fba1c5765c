import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { moduleList } from './scripts/module-list.ts'
import { routerShaking } from './scripts/router-shaking.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What the first view needs is one file, not one per module that some lazy view shares with it. */
const firstViewChunk = () => {
  let eager: Set<string> | undefined
  const walk = (
    id: string,
    infoOf: (id: string) => { importedIds: readonly string[] } | null,
    seen: Set<string>,
  ) => {
    if (seen.has(id)) return seen
    seen.add(id)
    for (const imported of infoOf(id)?.importedIds ?? []) walk(imported, infoOf, seen)
    return seen
  }
  return (
    id: string,
    context: { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null },
  ) => {
    eager ??= walk(
      here('./widget-app/src/app/main.tsx'),
      (module) => context.getModuleInfo(module),
      new Set(),
    )
    return eager.has(id) ? 'widget' : null
  }
}

/** Style sheets of lazy and shared chunks load in any order; each states the order of the layers, so that it never matters. */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.css') ? `@layer reset, tokens, ui, views, app;\n${code}` : undefined,
}

export default defineConfig({
  root: here('./widget-app'),
  base: '/',
  plugins: [react(), layerOrder, routerShaking(), moduleList()],
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
      output: { codeSplitting: { groups: [{ name: firstViewChunk(), debugName: 'first view' }] } },
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
          include: ['widget-app/**/*.test.tsx', '{host-sdk,widget-app}/**/*.dom.test.ts'],
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
          exclude: ['**/node_modules/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
