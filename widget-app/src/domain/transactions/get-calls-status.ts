import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import { bundleCodes } from '#shared/errors/bundle-codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { rpcGatewaysAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { rpcBatcherAtom } from '#widget/domain/rpc/page-rpc-batcher.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { type BundleRecord, bundleRecordsAtom } from './bundle-records.ts'
import {
  type BundleReceipt,
  bundleOutcome,
  parseReceipt,
  parseWalletStatus,
  statusOfReceipts,
} from './bundle-status.ts'
import { verifyBundleAtom } from './verify-bundle.ts'

/** `wallet_getCallsStatus` of EIP-5792, version 2. */
export type CallsStatus = {
  readonly version: '2.0.0'
  readonly id: string
  readonly chainId: string
  readonly status: number
  readonly atomic: boolean
  readonly receipts?: readonly BundleReceipt[]
  readonly capabilities?: Readonly<Record<string, unknown>>
}

const base = (id: string, chain: ChainId) => ({
  version: '2.0.0' as const,
  id,
  chainId: `0x${BigInt(chainReference(chain)).toString(16)}`,
})

async function statusOfTransactions(
  get: Getter,
  { id, chain, callCount, isOver = false }: BundleRecord,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<CallsStatus> {
  const read = (hash: string) =>
    get(rpcBatcherAtom)(
      get(rpcGatewaysAtom),
      chain,
      { method: 'eth_getTransactionReceipt', params: [hash] },
      signal,
    )
  const receipts = (await Promise.all(hashes.map(read))).map(parseReceipt)
  // Pending while the remaining calls are being signed.
  const status = isOver || hashes.length === callCount ? statusOfReceipts(receipts, callCount) : 100
  const mined = receipts.filter((receipt) => receipt !== undefined)
  return { ...base(id, chain), status, atomic: false, ...(mined.length > 0 && { receipts: mined }) }
}

async function readFromWallet(get: Getter, record: BundleRecord, signal: AbortSignal): Promise<CallsStatus> {
  const { id, chain, walletId } = record
  const wallet = get(currentConnectionsAtom).find((connection) => connection.walletId === walletId)
  if (!wallet) throw new ProviderRpcError(providerCodes.unauthorized, `Wallet ${walletId} is not connected`)
  const adapter = await get(portsAtom).chains.adapter(wallet.namespace)
  const prepared = await adapter.prepare(wallet, { method: 'wallet_getCallsStatus', params: [id] })
  const response = await prepared.requestWallet({ signal })
  const walletStatus = parseWalletStatus(response)
  if (!walletStatus)
    throw new ProviderRpcError(providerCodes.internal, 'The wallet told no status of the bundle')
  const { status, atomic = true, receipts, capabilities } = walletStatus
  return {
    ...base(id, chain),
    status,
    atomic,
    ...(receipts ? { receipts } : {}),
    ...(capabilities ? { capabilities } : {}),
  }
}

/**
 * The status of a bundle of this host (EIP-5792): from its wallet, or from the receipts of transactions sent one by one.
 * @throws ProviderRpcError 5730 for a bundle this host has not sent, 4100 when its wallet is not connected, the wallet's
 * own.
 */
export const getCallsStatusAtom = atom(
  null,
  async (get, set, id: string, signal: AbortSignal): Promise<CallsStatus> => {
    const record = get(bundleRecordsAtom).find((one) => one.id === id)
    if (!record) throw new ProviderRpcError(bundleCodes.unknownBundle, 'This site has sent no such bundle')
    const { hashes } = record
    if (hashes) return statusOfTransactions(get, record, hashes, signal)
    const walletStatus = await readFromWallet(get, record, signal)
    if (bundleOutcome(walletStatus.status) === 'success')
      void set(verifyBundleAtom, id, walletStatus.receipts ?? [])
    return walletStatus
  },
)
