import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { OpenRequest } from '#shared/config/requested-view.ts'
import { isApiCapable } from './api-capabilities.ts'
import type { View, ViewOf } from './views.ts'

export type { Flow, View, ViewName, ViewOf } from './views.ts'

/** The view of a host's open request, or undefined if it names none. */
export function requestedView(request: OpenRequest): View | undefined {
  const { view: name, namespace, uri: _uri, ...prefill } = request
  switch (name) {
    case undefined:
      return undefined
    case 'WalletSend':
      return { name, ...prefill, ...(namespace === undefined ? {} : { namespace }) }
    default:
      return { name }
  }
}

/** Whether a host prefilled any field of a payment. */
export const isPrefilled = ({ amount, assetAddress, to }: Omit<ViewOf<'WalletSend'>, 'name'>): boolean =>
  [amount, assetAddress, to].some((field) => field !== undefined && field !== '')

/** Whether a request prefills a payment in a namespace that it names and that does not support these fields (SPEC §6). */
export const hasUnsupportedPrefill = (request: OpenRequest): boolean =>
  request.view === 'WalletSend' &&
  isPrefilled(request) &&
  [request.namespace, request.chainId && namespaceOf(request.chainId)].some(
    (named) => named && !isApiCapable('sendParameters', named),
  )

/** Whether two views are the same, parameters included. */
export function isSameView(left: View, right: View): boolean {
  const text = (one: View) => JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
  return text(left) === text(right)
}
