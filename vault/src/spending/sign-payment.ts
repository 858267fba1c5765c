import { postSpendingClaim } from '#shared/api/embedded-spending.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import type { ChainAdapter, RpcRequest } from '#widget/chains/chain-adapter.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { fromBase64url } from '#widget/lib/text/base64url.ts'
import { type Bytes, eraseBytes } from '../core/bytes.ts'
import { type OpenedSpendingKey, openSpendingKey } from '../core/spending-key.ts'
import { signWithKey } from '../wallet/sign-request.ts'
import type { SpendingRecord } from '../wallet/spending-records.ts'

/** The key of a limit does not open: it was changed, or the server has another one. */
export class UnreadableLimitError extends Error {
  override readonly name = 'UnreadableLimitError'
}

/** A payment to sign, in base units of the limit's asset. */
export type PaymentToSign = {
  readonly request: RpcRequest
  readonly chain: ChainId
  readonly amount: bigint
  /** Random; the same claim counts once. */
  readonly claimId: string
}

/** Opens the key of a limit, and erases the server's key. */
async function openWith(record: SpendingRecord, serverKey: Bytes): Promise<OpenedSpendingKey> {
  try {
    return await openSpendingKey(fromBase64url(record.sealed), { factor: record.factor, serverKey }, record)
  } finally {
    eraseBytes(serverKey)
  }
}

/**
 * Claims the amount of a payment at the server, which counts it against the limit and releases the key of the envelope, and signs the
 * request. An amount stays claimed even if nothing is signed.
 * @throws UnreadableLimitError; as the call of the server (403: more than is left) and `signWithKey`
 */
export async function signPayment(
  client: Pick<DpopClient, 'call'>,
  adapter: Pick<ChainAdapter, 'localKeys'>,
  record: SpendingRecord,
  { request, chain, amount, claimId }: PaymentToSign,
): Promise<unknown> {
  const claimed = await client.call(postSpendingClaim, {
    ...{ params: { id: record.limitId }, query: {} },
    body: { claimId, amount: amount.toString() },
  })
  const opened = await openWith(record, fromBase64url(claimed.serverKey))
  if (opened.is === 'unreadable') throw new UnreadableLimitError(opened.reason)
  const { account } = opened
  try {
    const key = { namespace: 'eip155', address: account.address, signDigest: account.signDigest } as const
    return await signWithKey(adapter, key, request, chain)
  } finally {
    account.erase()
  }
}
