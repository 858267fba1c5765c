import { cpSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Files that the program serves, by their name in `dist` (`src/bundled-files.ts`). */
const served = {
  'data/wallets.json': '../widget-app/src/domain/wallets/generated/wallets.json',
  'data/tokens.json': '../widget-app/src/domain/balances/generated/bundled-tokens.json',
  widget: '../dist/widget',
  sdk: '../dist/sdk',
}

/** Copies those files next to the program; widget and SDK only if they are built. */
const servedFiles: Plugin = {
  name: 'served-files',
  writeBundle: ({ dir }) => {
    for (const [name, source] of Object.entries(served))
      if (existsSync(here(source))) cpSync(here(source), `${dir}/${name}`, { recursive: true })
  },
}

/**
 * `dist/drawbridge.js`: the command line, with shared/ inside; npm packages stay imports. Chunks that it loads on demand,
 * such as the server, are files next to it, so that `import.meta.url` is in one folder for all of them.
 */
export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [servedFiles],
  build: {
    ssr: true,
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'node20',
    // Keep function names in the operators' stack traces.
    minify: false,
    rollupOptions: {
      input: {
        drawbridge: here('./src/cli/drawbridge.ts'),
        'signer-thread': here('./src/adapters/signatures/signer-thread.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
