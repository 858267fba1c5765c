import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'

/** Whether the error means that the result is not what was requested (channel D8). */
export const isMismatchError = (error: unknown): boolean => {
  const data: unknown = isProviderRpcError(error) || isWidgetError(error) ? error.data : undefined
  return typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'mismatch'
}
