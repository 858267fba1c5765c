import type { BrowserContext } from '@playwright/test'

/**
 * Browser errors that a test does not expect: errors in a console (violations of a content
 * security policy are among them) and uncaught exceptions, from every page and frame of a context.
 */
export function collectBrowserErrors(context: BrowserContext) {
  const seen: string[] = []
  const expected: RegExp[] = []
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const { url } = message.location()
    seen.push(`${message.text()}${url === '' ? '' : ` (${url})`}`)
  })
  context.on('weberror', (error) => {
    seen.push(`uncaught: ${error.error().stack ?? error.error().message}`)
  })
  return {
    /** Errors that this test provokes; they do not fail it. */
    expect(...patterns: readonly RegExp[]): void {
      expected.push(...patterns)
    },
    /** Everything so far that no pattern expects. */
    unexpected: (): readonly string[] =>
      seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
    /** Everything so far. */
    all: (): readonly string[] => [...seen],
  }
}
export type BrowserErrors = ReturnType<typeof collectBrowserErrors>
