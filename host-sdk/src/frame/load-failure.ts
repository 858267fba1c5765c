import { unreachableError } from '../../../shared/channel/handshake/handshake.ts'
import {
  isProviderRpcError,
  type ProviderRpcError,
  providerCodes,
} from '../../../shared/errors/provider-error.ts'
import { linkError } from '../../../shared/errors/wire-error.ts'

/** Why the widget's document cannot be used. */
export type LoadFailureReason = 'policy' | 'error-page' | 'offline' | 'silent' | 'lost' | 'version' | 'nested'

const causes = new WeakMap<object, LoadFailureReason>()

/** Creates the error for a document that cannot be used: 4900 `unreachable`, with the cause for `loadFailureReason`. */
export function loadFailure(cause: LoadFailureReason, widgetOrigin: string): ProviderRpcError {
  const error =
    cause === 'policy'
      ? linkError(
          providerCodes.disconnected,
          `The page's content security policy needs frame-src ${widgetOrigin}`,
          'unreachable',
        )
      : unreachableError()
  causes.set(error, cause)
  return error
}

/** Why the widget cannot be loaded; undefined for an error after which a retry may succeed. */
export function loadFailureReason(error: unknown): LoadFailureReason | undefined {
  if (isProviderRpcError(error, providerCodes.versionUnsupported)) return 'version'
  if (isProviderRpcError(error, providerCodes.unauthorized)) {
    return Reflect.get(Object(error.data), 'reason') === 'nested-frame' ? 'nested' : undefined
  }
  return causes.get(Object(error))
}

/** Whether the link of a call closed before the response. */
export const isUnreachable = (error: unknown): boolean =>
  isProviderRpcError(error, providerCodes.disconnected) &&
  Reflect.get(Object(error.data), 'reason') === 'unreachable'
