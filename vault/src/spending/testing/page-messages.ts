import type { DocumentMessage } from '#widget/lib/page/document-messages.ts'

/** The messages of a document, which the test delivers. Test only. */
export function createPage(origin: string) {
  const listeners = new Set<(message: DocumentMessage) => void>()
  return {
    origin,
    listen: (run: (message: DocumentMessage) => void) => {
      listeners.add(run)
      return () => void listeners.delete(run)
    },
    deliver: (message: Partial<DocumentMessage>) => {
      for (const run of listeners) run({ data: undefined, origin, source: null, ports: [], ...message })
    },
  }
}
