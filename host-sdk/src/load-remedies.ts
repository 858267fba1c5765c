import type { LoadCause } from './load-failure.ts'

/** What a developer can do about a widget that cannot be loaded. */
export function remedyOf(cause: LoadCause, widgetOrigin: string): string {
  const remedies: Readonly<Record<LoadCause, string>> = {
    policy: `The Content-Security-Policy of this page blocks it. Add: frame-src ${widgetOrigin}`,
    'error-page': `The browser shows an error page in its place. Check the options widgetUrl and projectId, that ${location.origin} is listed for the project (frame-ancestors), and a Cross-Origin-Embedder-Policy of this page.`,
    offline: 'The browser is offline.',
    silent: 'It did not answer in 10 s. Check the option widgetUrl and the network.',
    lost: 'Its document ended twice before it could open. Its files may be missing.',
    version: 'It speaks another version of the protocol. Update @drawbridge/host-sdk.',
    nested: 'It does not run in a page that another site frames. Open the page in a tab of its own.',
  }
  return remedies[cause]
}
