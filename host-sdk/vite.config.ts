import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const widgetUrl = process.env.DRAWBRIDGE_WIDGET_URL
const define = widgetUrl === undefined ? {} : { __WIDGET_URL__: JSON.stringify(widgetUrl) }

/**
 * Three builds: `index.js` for bundlers (comlink and zod stay imports, so that a dApp which has them shares them),
 * `bundle.js`, the same with everything inside, and with `--mode script` the script-tag file.
 */
export default defineConfig(({ mode }) => ({
  root: here('.'),
  define,
  build: {
    outDir: here('./dist'),
    emptyOutDir: mode === 'production',
    target: 'es2022',
    minify: mode !== 'production',
    lib:
      mode === 'script'
        ? {
            entry: here('./src/script-tag.ts'),
            name: 'DrawbridgeScript',
            formats: ['iife'],
            fileName: () => 'drawbridge.js',
          }
        : {
            entry: here('./src/index.ts'),
            formats: ['es'],
            fileName: () => (mode === 'bundle' ? 'bundle.js' : 'index.js'),
          },
    rollupOptions: {
      external: mode === 'production' ? [/^comlink$/, /^zod\//] : [],
      // Vite leaves the white space of ES libraries for the next bundler; a bundle has none.
      output: { minify: mode !== 'production' },
    },
  },
}))
