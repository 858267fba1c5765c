import { cpSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What the program serves, by its name in `dist` (`src/bundled-files.ts`). */
const served = {
  'data/wallets.json': '../widget-app/src/domain/wallets/generated/wallets.json',
  'data/tokens.json': '../widget-app/src/domain/balances/generated/bundled-tokens.json',
  widget: '../dist/widget',
  sdk: '../dist/sdk',
}

/** Copies those files beside the program; of widget and SDK what is built. */
const servedFiles: Plugin = {
  name: 'served-files',
  writeBundle: ({ dir }) => {
    for (const [name, source] of Object.entries(served))
      if (existsSync(here(source))) cpSync(here(source), `${dir}/${name}`, { recursive: true })
  },
}

/**
 * `dist/drawbridge.js`: the command line, with shared/ inside; npm packages stay imports. What it loads on demand, such as the
 * server, is in files beside it, so that `import.meta.url` names one folder in all of them.
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
    // Stack traces of operators name our functions.
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
