import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * `dist/drawbridge.js`: the command line, with shared/ inside; npm packages stay imports. What it loads on demand, such as the
 * server, is in files beside it, so that `import.meta.url` names one folder in all of them.
 */
export default defineConfig({
  root: here('.'),
  publicDir: false,
  build: {
    ssr: here('./src/cli/drawbridge.ts'),
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'node20',
    // Stack traces of operators name our functions.
    minify: false,
    rollupOptions: { output: { entryFileNames: 'drawbridge.js', chunkFileNames: '[name].js' } },
  },
})
