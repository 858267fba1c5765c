import type { UserOperationJson } from '#shared/api/embedded-sponsorship.ts'
import { entryPointAddress } from '#shared/config/embedded-account.ts'
import { isProviderRpcError, ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { sleep } from '#widget/lib/async.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import type { SponsoredOperation } from '../../sponsorship.ts'
import { type Hex, hashSchema, isSameHex } from '../hex.ts'
import { type WatchPorts, watchOperation } from './watch-operation.ts'

/** Waits before each attempt, in ms. */
const retryDelaysMs: readonly number[] = [0, 500, 1_500]

const unknownOutcome = (hash: string) =>
  linkError(
    providerCodes.internal,
    'The transaction may be carried out later: the bundler has not included it yet',
    'unknown-outcome',
    hash,
  )

/** Whether the bundler, or the server before it, certainly did not take the operation. */
function isRejection(error: unknown): boolean {
  const status = httpStatusOf(error) ?? 0
  return status === 0
    ? isProviderRpcError(error) && error.code !== providerCodes.internal
    : status >= 400 && status < 500
}

/**
 * Sends a signed operation to the operator's bundler, stored before as open. An attempt without a clear response is repeated,
 * which is safe: the same bytes have the same nonce.
 * @throws ProviderRpcError of the bundler, or WidgetError `http/status` of the server, if one rejected the first attempt, so that
 * nothing was sent; ProviderRpcError −32603 with `data.reason`
 * `unknown-outcome` and the operation's hash as `data.hint` if it may have been taken.
 */
export async function submitOperation(
  { sponsor, clock }: WatchPorts,
  operation: SponsoredOperation,
  json: UserOperationJson,
): Promise<void> {
  const { chain, hash } = operation
  sponsor.store(operation, { is: 'open' })
  for (const [attempt, delayMs] of retryDelaysMs.entries()) {
    if (delayMs > 0) await sleep(clock, delayMs)
    try {
      const response = await sponsor.call(chain, 'eth_sendUserOperation', [json, entryPointAddress])
      if (isSameHex(hashSchema.safeParse(response).data, hash)) return
    } catch (error) {
      const found = await sponsor.call(chain, 'eth_getUserOperationByHash', [hash]).catch(() => null)
      if (found !== null) return
      // The error of a repeated attempt does not show whether the first one arrived.
      if (attempt === 0 && isRejection(error)) {
        sponsor.remove(operation)
        throw error
      }
    }
  }
  throw unknownOutcome(hash)
}

/**
 * Waits until an operation is included, and returns the hash of its transaction.
 * @throws ProviderRpcError −32000 if it was included without its calls, or can never be; −32603 `unknown-outcome` while it may
 * still be carried out.
 */
export async function waitForInclusion(ports: WatchPorts, operation: SponsoredOperation): Promise<Hex> {
  const state = await watchOperation(ports, operation)
  switch (state.is) {
    case 'included': {
      const parsed = hashSchema.safeParse(state.transaction)
      if (!parsed.success) throw unknownOutcome(operation.hash)
      return parsed.data
    }
    case 'reverted':
      throw new ProviderRpcError(
        providerCodes.server,
        'The transaction was included, but reverted: nothing of it was carried out',
        { reason: 'reverted', hash: state.transaction },
      )
    case 'replaced':
      throw new ProviderRpcError(providerCodes.server, 'Another transaction was carried out in its place')
    default:
      throw unknownOutcome(operation.hash)
  }
}
