import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { releaseDefine } from '../release-version.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs the test files of one part, for StrykerJS. It leaves out the setup files of `vite.config.ts` that reset globals after
 * each file: some of them are StrykerJS's.
 */
export default defineConfig({
  root,
  define: { global: 'globalThis', ...releaseDefine },
  test: {
    environment: process.env.DRAWBRIDGE_MUTATION_ENVIRONMENT ?? 'node',
    setupFiles: [`${root}/widget-app/src/i18n/en.ts`],
    // A mutant that waits forever is found by this time.
    testTimeout: 3_000,
    include: (process.env.DRAWBRIDGE_MUTATION_TESTS ?? '').split(' '),
    exclude: ['**/node_modules/**'],
  },
})
