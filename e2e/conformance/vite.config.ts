import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Replaces a module of Astro's build that has the headers of its adapter; a static site has no adapter. */
const astroAdapter: Plugin = {
  name: 'astro-adapter',
  resolveId: (id) => (id === 'virtual:astro:adapter-config/client' ? `\0${id}` : null),
  load: (id) =>
    id === '\0virtual:astro:adapter-config/client' ? 'export const internalFetchHeaders = {}' : null,
}

/** One build for the dApp in all its libraries and for pages with routers: a chunk for each, and shared chunks. */
export default defineConfig({
  root: here('.'),
  base: '/conformance/',
  logLevel: 'error',
  plugins: [astroAdapter],
  resolve: { alias: { 'rpc-websockets': here('./src/rpc-websockets-stub.ts') } },
  define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  build: {
    outDir: here('../../dist/conformance'),
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    modulePreload: false,
    rolldownOptions: {
      input: {
        main: here('./src/main.ts'),
        turbo: here('./src/routers/turbo.ts'),
        astro: here('./src/routers/astro.ts'),
      },
      external: /^\/sdk\//,
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
