import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { releaseDefine } from '../release/release-version.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs the test files of one part, for StrykerJS. It leaves out the setup files of `vite.config.ts` that reset globals after
 * each file: some of them are StrykerJS's.
 */
export default defineConfig({
  root,
  define: { global: 'globalThis', ...releaseDefine },
  test: {
    environment: 'node',
    setupFiles: [
      `${root}/widget-app/src/i18n/en.ts`,
      ...(process.env.DRAWBRIDGE_MUTATION_ENVIRONMENT === 'page'
        ? [`${root}/shared/channel/testing/page-window.ts`]
        : []),
    ],
    // A mutant that waits forever is found by this time; a busy machine needs some of it for the tests without a mutant.
    testTimeout: 20_000,
    include: (process.env.DRAWBRIDGE_MUTATION_TESTS ?? '').split(' '),
    exclude: ['**/node_modules/**'],
  },
})
