import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** One build for the dApp in all its libraries: a chunk for each, and what several need once. */
export default defineConfig({
  root: here('.'),
  base: '/conformance/',
  logLevel: 'error',
  resolve: { alias: { 'rpc-websockets': here('./src/rpc-websockets-stub.ts') } },
  define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  build: {
    outDir: here('../../dist/conformance'),
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    modulePreload: false,
    rolldownOptions: {
      input: here('./src/main.ts'),
      external: /^\/sdk\//,
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
