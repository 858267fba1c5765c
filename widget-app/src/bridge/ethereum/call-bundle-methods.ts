import { pendingTransactionLimit } from '#shared/config/limits.ts'
import { bundleCodes } from '#shared/errors/bundle-codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { readChainCapabilities, readResultCapabilities } from '#shared/wallet-capabilities.ts'
import * as z from '#shared/zod.ts'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { reviewSnapshot } from '#widget/domain/review/review-snapshot.ts'
import { bundleRecordsAtom, recordBundleAtom } from '#widget/domain/transactions/bundle-records.ts'
import { getCallsStatusAtom } from '#widget/domain/transactions/get-calls-status.ts'
import { storeBundleRequestAtom } from '#widget/domain/transactions/verify-bundle.ts'
import { isEmbeddedWalletAtom } from '#widget/domain/wallets/wallet-app.ts'
import { hexChain } from './network-methods.ts'
import { hexAddressSchema, hexChainSchema, isMethodUnsupported, parameter } from './parameters.ts'
import type { RequestContext, RequestWalletStep } from './request-context.ts'
import { type Bundle, bundleOf, idSchema } from './reviewed-bundle.ts'
import { sendCallsSequentially } from './send-calls-sequentially.ts'
import { validateBundleAtom } from './validate-bundle.ts'

/** Version 1 returns only the id. */
const sendResultSchema = z.union([
  z.object({
    id: idSchema,
    capabilities: z.optional(z.pipe(z.unknown(), z.transform(readResultCapabilities))),
  }),
  z.pipe(
    idSchema,
    z.transform((id) => ({ id })),
  ),
])

const rpcError = (code: number, message: string) => new ProviderRpcError(code, message)

/** Rejects what single transactions cannot do. @throws ProviderRpcError 5760, 5700. */
function assertSequentiallySendable({ atomicRequired, capabilities }: Bundle): void {
  if (atomicRequired)
    throw rpcError(bundleCodes.atomicityNotSupported, 'The wallet cannot execute calls atomically')
  const [name] = Object.entries(capabilities ?? {}).find(([, { optional = false }]) => !optional) ?? []
  if (name !== undefined)
    throw rpcError(bundleCodes.unsupportedCapability, `The wallet does not support the capability ${name}`)
}

/**
 * `wallet_sendCalls` (EIP-5792): the wallet's own bundle, or single transactions if (and only if) it reports that it does
 * not support the method (SPEC §8).
 * @throws ProviderRpcError −32602, 4100, 5700, 5710, 5720, 5740, 5760, or the wallet's own.
 */
export async function sendCalls(context: RequestContext): Promise<unknown> {
  const { get, set, wallet, params, signal } = context
  const validate = (prepared: PreparedRequest): void => {
    const { id, calls } = bundleOf(prepared)
    if (calls.length > pendingTransactionLimit)
      throw rpcError(bundleCodes.bundleTooLarge, `At most ${pendingTransactionLimit} calls`)
    if (id !== undefined && get(bundleRecordsAtom).some((record) => record.id === id))
      throw rpcError(bundleCodes.duplicateId, 'There is a bundle with this id')
  }
  const send: RequestWalletStep = async (prepared, reading, simulation) => {
    const bundle = bundleOf(prepared)
    const { chainId: chain, from: account } = bundle
    const displayed = { decoding: reading, simulation, snapshot: reviewSnapshot(get, wallet) }
    try {
      const result = await prepared.requestWallet({ signal })
      const sent = sendResultSchema.safeParse(result)
      if (!sent.success)
        throw linkError(providerCodes.internal, 'The wallet told no id of the bundle', 'unknown-outcome')
      const callCount = bundle.calls.length
      set(recordBundleAtom, { id: sent.data.id, chain, walletId: wallet.walletId, callCount })
      const calls = bundle.calls.map(({ to, data = '0x', value = '0x0' }) => ({
        to,
        data,
        value: BigInt(value),
      }))
      const completed = { connection: wallet, request: prepared.request, decoding: reading }
      set(storeBundleRequestAtom, sent.data.id, { completed, account, chain, calls })
      void set(validateBundleAtom, sent.data.id)
      const { id, capabilities: walletCapabilities } = { capabilities: undefined, ...sent.data }
      return walletCapabilities === undefined ? { id } : { id, capabilities: walletCapabilities }
    } catch (error) {
      if (!isMethodUnsupported(error)) throw error
      assertSequentiallySendable(bundle)
      return sendCallsSequentially(context, bundle, bundle.id ?? `0x${get(portsAtom).ids()}`, displayed)
    }
  }
  // The fallback for a wallet without bundles is part of what the user reviews.
  const request = { method: 'wallet_sendCalls', params }
  try {
    return await context.send(request, send, validate)
  } catch (error) {
    if (!get(isEmbeddedWalletAtom(wallet.handle)) || !isMethodUnsupported(error)) throw error
    // Our own wallet rejects a bundle before its review; the vault then reviews and signs each transaction.
    const adapter = await get(portsAtom).chains.adapter(wallet.namespace)
    const prepared = await adapter.prepare(wallet, request)
    validate(prepared)
    const bundle = bundleOf(prepared)
    assertSequentiallySendable(bundle)
    return sendCallsSequentially(context, bundle, bundle.id ?? `0x${get(portsAtom).ids()}`, undefined)
  }
}

/** `wallet_getCallsStatus` of a bundle that this host has sent. @throws ProviderRpcError 5730. */
export async function callsStatus({ params, set, signal }: RequestContext): Promise<unknown> {
  const [id] = parameter(z.tuple([idSchema]), params)
  return set(getCallsStatusAtom, id, signal)
}

const capabilityParams = z.union([
  z.tuple([hexAddressSchema]),
  z.tuple([hexAddressSchema, z.array(hexChainSchema).check(z.maxLength(256))]),
])

/**
 * `wallet_getCapabilities`: the wallet's supported ones for the requested chains; for a wallet without bundles, its current
 * chain without them. @throws ProviderRpcError 4100 for an account that is not connected.
 */
export async function capabilities({ params, wallet, send }: RequestContext): Promise<unknown> {
  const [account, chains] = parameter(capabilityParams, params)
  if (!wallet.accounts.some((one) => one.toLowerCase() === account.toLowerCase()))
    throw rpcError(providerCodes.unauthorized, 'The account is not connected')
  const requestedChains = chains?.map(hexChain)
  const noCapabilities = () =>
    Object.fromEntries(
      (requestedChains ?? [hexChain(wallet.chain)]).map((chain) => [
        chain,
        { atomic: { status: 'unsupported' } },
      ]),
    )
  try {
    const result = await send({
      method: 'wallet_getCapabilities',
      params: requestedChains ? [account, requestedChains] : [account],
    })
    const isRequested = (chain: string) =>
      requestedChains === undefined ||
      chain === '0x0' ||
      requestedChains.includes(`0x${BigInt(chain).toString(16)}`)
    return readChainCapabilities(result, isRequested) ?? noCapabilities()
  } catch (error) {
    if (isMethodUnsupported(error)) return noCapabilities()
    throw error
  }
}
