import { cpSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Files that the program serves, by their name in `dist` (`src/bundled-files.ts`). */
const filesByName = {
  'data/wallets.json': '../widget-app/src/domain/wallets/generated/wallets.json',
  'data/tokens.json': '../widget-app/src/domain/balances/generated/bundled-tokens.json',
  widget: '../dist/widget',
  vault: '../dist/vault',
  sdk: '../dist/sdk',
}

/** Copies those files next to the program; widget and SDK only if they are built. */
const servedFiles: Plugin = {
  name: 'served-files',
  writeBundle: ({ dir }) => {
    for (const [name, source] of Object.entries(filesByName))
      if (existsSync(fromHere(source))) cpSync(fromHere(source), `${dir}/${name}`, { recursive: true })
  },
}

/**
 * `dist/drawbridge.js`: the command line, with shared/ inside; npm packages stay imports. Chunks that it loads on demand,
 * such as the server, are files next to it, so that `import.meta.url` is in one folder for all of them.
 */
export default defineConfig({
  root: fromHere('.'),
  publicDir: false,
  plugins: [servedFiles],
  build: {
    ssr: true,
    outDir: fromHere('./dist'),
    emptyOutDir: true,
    target: 'node20',
    // Keep function names in the operators' stack traces.
    minify: false,
    rollupOptions: {
      input: {
        drawbridge: fromHere('./src/cli/drawbridge.ts'),
        'signer-thread': fromHere('./src/adapters/signatures/signer-thread.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
