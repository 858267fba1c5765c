import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Vitest reporter: errors thrown outside of tests, which fail a run and are in no other report, one line each, in the file
 * that DRAWBRIDGE_UNHANDLED_ERRORS names.
 */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env.DRAWBRIDGE_UNHANDLED_ERRORS
    if (file === undefined) return
    const lines = errors.map(({ name, message, stack, VITEST_TEST_PATH: during }) => {
      const at = stack?.split('\n').find((line) => line.trim().startsWith('at '))
      const parts = [
        `${name ?? 'Error'}: ${message.split('\n')[0]}`,
        at?.trim(),
        during && `during ${during}`,
      ]
      return parts.filter((part) => part !== undefined).join(', ')
    })
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
  }
}
