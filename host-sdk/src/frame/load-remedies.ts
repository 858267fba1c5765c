import type { LoadFailureReason } from './load-failure.ts'

/** Why a widget cannot be loaded, as the page reports it: `opaque` if the page has no origin. */
export type PageFailureReason = LoadFailureReason | 'opaque'

/** If the browser shows an error page or nothing, replaces the cause by one of the page itself, which no retry can fix. */
export function pageFailureReason(cause: LoadFailureReason): PageFailureReason {
  if (cause !== 'error-page' && cause !== 'silent') return cause
  if (window !== window.top) return 'nested'
  return window.origin === 'null' ? 'opaque' : cause
}

/** What a developer can do about a widget that cannot be loaded. */
export function remedyOf(cause: LoadFailureReason, widgetOrigin: string): string {
  const remedies: Readonly<Record<PageFailureReason, string>> = {
    policy: `The Content-Security-Policy of this page blocks it. Add: frame-src ${widgetOrigin}`,
    'error-page': `The browser shows an error page in its place. Check the options widgetUrl and projectId, that ${location.origin} is listed for the project (frame-ancestors), and a Cross-Origin-Embedder-Policy of this page.`,
    offline: 'The browser is offline.',
    silent: 'It did not answer in 10 s. Check the option widgetUrl and the network.',
    lost: 'Its document ended twice before it could open. Its files may be missing.',
    version: 'It speaks another version of the protocol. Update @drawbridge/host-sdk.',
    opaque:
      'The origin of this page is opaque: a sandbox without allow-same-origin, a local file or a data: URL. Serve it from an origin that is listed for the project.',
    nested: 'It does not run in a page that another site frames. Open the page in a tab of its own.',
  }
  return remedies[pageFailureReason(cause)]
}
