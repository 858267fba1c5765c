import type { BrowserContext } from '@playwright/test'

/**
 * Collects browser errors of every page and frame of a context: errors in a console, which include violations of a content
 * security policy, and uncaught exceptions.
 */
export function collectBrowserErrors(context: BrowserContext) {
  const recorded: string[] = []
  const expected: RegExp[] = []
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const { url } = message.location()
    recorded.push(`${message.text()}${url === '' ? '' : ` (${url})`}`)
  })
  context.on('weberror', (error) => {
    recorded.push(`uncaught: ${error.error().stack ?? error.error().message}`)
  })
  return {
    /** Adds patterns of errors that the test provokes; they do not fail it. */
    expect(...patterns: readonly RegExp[]): void {
      expected.push(...patterns)
    },
    /** Errors so far that match no expected pattern. */
    unexpected: (): readonly string[] =>
      recorded.filter((line) => !expected.some((pattern) => pattern.test(line))),
    /** All errors so far. */
    all: (): readonly string[] => [...recorded],
  }
}
export type BrowserErrors = ReturnType<typeof collectBrowserErrors>
