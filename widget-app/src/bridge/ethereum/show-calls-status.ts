import { bundleCodes } from '#shared/errors/bundle-codes.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import { bundleRecordsAtom } from '#widget/domain/transactions/bundle-records.ts'
import { openViewAtom } from './open-view.ts'
import { parameter } from './parameters.ts'
import type { RequestContext } from './request-context.ts'

/** `wallet_showCallsStatus` (EIP-5792): opens the widget at the bundle and polls it. @throws ProviderRpcError 5730. */
export function showCallsStatus({ params, get, set }: RequestContext): null {
  const [id] = parameter(z.tuple([z.string()]), params)
  if (!get(bundleRecordsAtom).some((record) => record.id === id))
    throw new ProviderRpcError(bundleCodes.unknownBundle, 'This site has sent no such bundle')
  set(openViewAtom, { name: 'CallsStatus', id })
  return null
}
