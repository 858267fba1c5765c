import { unreachable } from '../../shared/channel/handshake.ts'
import {
  isProviderRpcError,
  type ProviderRpcError,
  providerCodes,
} from '../../shared/errors/provider-error.ts'
import { linkError } from '../../shared/errors/wire-error.ts'

/** Why the widget's document cannot be used. */
export type LoadCause = 'policy' | 'error-page' | 'offline' | 'silent' | 'lost' | 'version' | 'nested'

const causes = new WeakMap<object, LoadCause>()

/** The error of a document that cannot be used: 4900 `unreachable`, with the cause for `causeOf`. */
export function loadFailure(cause: LoadCause, widgetOrigin: string): ProviderRpcError {
  const error =
    cause === 'policy'
      ? linkError(
          providerCodes.disconnected,
          `The page's content security policy needs frame-src ${widgetOrigin}`,
          'unreachable',
        )
      : unreachable()
  causes.set(error, cause)
  return error
}

/** Why the widget cannot be loaded; undefined for an error that another attempt may heal. */
export function causeOf(error: unknown): LoadCause | undefined {
  if (isProviderRpcError(error, providerCodes.versionUnsupported)) return 'version'
  if (isProviderRpcError(error, providerCodes.unauthorized)) {
    return Reflect.get(Object(error.data), 'reason') === 'nested-frame' ? 'nested' : undefined
  }
  return causes.get(Object(error))
}

/** Whether the link of a call went before it was answered. */
export const isUnreachable = (error: unknown): boolean =>
  isProviderRpcError(error, providerCodes.disconnected) &&
  Reflect.get(Object(error.data), 'reason') === 'unreachable'

/** Makes what names each cause and its remedy in the console, once. */
export function makeHints(widgetOrigin: string): (cause: LoadCause) => void {
  const given = new Set<LoadCause>()
  return (cause) => {
    if (given.has(cause)) return
    given.add(cause)
    console.error(
      `Drawbridge: the widget at ${widgetOrigin} could not be loaded. ${remedyOf(cause, widgetOrigin)}`,
    )
  }
}

function remedyOf(cause: LoadCause, widgetOrigin: string): string {
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
