import * as z from 'zod/mini'
import { bundleFallbackDelayMs, pendingTransactionLimit } from '#shared/config/limits.ts'
import { bundleCodes } from '#shared/errors/bundle-codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { readAnswerCapabilities, readChainCapabilities } from '#shared/wallet-capabilities.ts'
import type { AnswerCheck, PreparedRequest } from '#widget/chains/contract.ts'
import { bundleRecordsAtom, recordBundleAtom } from '#widget/kernel/bundles/bundle-records.ts'
import { rememberBundleAtom } from '#widget/kernel/bundles/compare-bundle.ts'
import { readBundleAtom } from '#widget/kernel/bundles/read-bundle.ts'
import { isMismatch } from '#widget/kernel/is-mismatch.ts'
import { type AnsweredRequest, answerCheckedAtom } from '#widget/kernel/mismatch-alarm.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import { sleep } from '#widget/lib/async.ts'
import type { Asked } from './asked.ts'
import { checkBundleAtom } from './check-bundle.ts'
import { hexChain } from './networks.ts'
import { hexAddressSchema, hexChainSchema, isMethodUnsupported, parameter } from './parameters.ts'

const idSchema = z.string().check(z.minLength(1), z.maxLength(4_096))
const bytesSchema = z.string().check(z.regex(/^0x([0-9a-f]{2})*$/i))
const quantitySchema = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))

/** The bundle of `wallet_sendCalls` as the adapter has parsed it; what the site wrote is not read here. */
const canonicalParams = z.tuple([
  z.object({
    id: z.optional(idSchema),
    from: hexAddressSchema,
    chainId: hexChainSchema,
    atomicRequired: z.boolean(),
    calls: z
      .array(
        z.object({
          to: z.optional(hexAddressSchema),
          data: z.optional(bytesSchema),
          value: z.optional(quantitySchema),
        }),
      )
      .check(z.minLength(1)),
    capabilities: z.optional(z.record(z.string(), z.looseObject({ optional: z.optional(z.boolean()) }))),
  }),
])
type Bundle = z.output<typeof canonicalParams>[0]

/** The bundle that was reviewed. @throws ProviderRpcError −32602. */
const bundleOf = ({ request }: PreparedRequest): Bundle => parameter(canonicalParams, request.params)[0]

/** Version 1 answers the id alone. */
const sentSchema = z.union([
  z.object({
    id: idSchema,
    capabilities: z.optional(z.pipe(z.unknown(), z.transform(readAnswerCapabilities))),
  }),
  z.pipe(
    idSchema,
    z.transform((id) => ({ id })),
  ),
])

const failure = (code: number, message: string) => new ProviderRpcError(code, message)

/** What single transactions cannot do. @throws ProviderRpcError 5760, 5700. */
function checkForSingles({ atomicRequired, capabilities }: Bundle): void {
  if (atomicRequired)
    throw failure(bundleCodes.atomicityNotSupported, 'The wallet cannot execute calls atomically')
  const [name] = Object.entries(capabilities ?? {}).find(([, { optional = false }]) => !optional) ?? []
  if (name !== undefined)
    throw failure(bundleCodes.unsupportedCapability, `The wallet does not support the capability ${name}`)
}

/**
 * One transaction after the other, 32 ms between them. A refusal ends it: what was sent before stays sent, and the
 * bundle says so; when it was the first one, nothing was sent and the refusal is the answer. Something else than was
 * asked (channel D8) ends it as well, whenever that shows, and raises the alarm.
 */
async function sendSingles(
  asked: Asked,
  bundle: Bundle,
  id: string,
  reading: AnsweredRequest['reading'],
): Promise<{ id: string }> {
  const { get, set, wallet, signal } = asked
  const { clock, chains } = get(portsAtom)
  const adapter = await chains.adapter(wallet.namespace)
  const hashes: string[] = []
  let isMismatched = false
  const record = (isOver: boolean) =>
    set(recordBundleAtom, {
      id,
      chain: bundle.chainId,
      walletId: wallet.walletId,
      callCount: bundle.calls.length,
      hashes: [...hashes],
      isOver,
    })
  for (const [at, { to, data, value }] of bundle.calls.entries()) {
    if (at > 0) await sleep(clock, bundleFallbackDelayMs, signal)
    if (isMismatched) break
    const transaction = { from: bundle.from, to, data, value, chainId: hexChain(bundle.chainId) }
    const params = [Object.fromEntries(Object.entries(transaction).filter(([, part]) => part !== undefined))]
    const request = { method: 'eth_sendTransaction', params }
    const onChecked = (check: AnswerCheck) => {
      isMismatched ||= check.is === 'mismatch'
      set(answerCheckedAtom, { connection: wallet, request, reading }, check)
    }
    try {
      const prepared = await adapter.prepare(wallet, request)
      const hash = await prepared.ask({ signal, onChecked })
      hashes.push(parameter(z.string(), hash))
    } catch (error) {
      // The first one's is the answer, and its alarm that of the whole request.
      if (hashes.length === 0) throw error
      if (isMismatch(error)) onChecked({ is: 'mismatch' })
      break
    }
    record(at === bundle.calls.length - 1)
  }
  if (hashes.length < bundle.calls.length) record(true)
  return { id }
}

/**
 * `wallet_sendCalls` (EIP-5792): the wallet's own bundle, or single transactions where it says that it does not know the
 * method (SPEC §8), and only then.
 * @throws ProviderRpcError −32602, 4100, 5700, 5710, 5720, 5740, 5760, or the wallet's own.
 */
export async function sendCalls(asked: Asked): Promise<unknown> {
  const { get, set, wallet, params, signal } = asked
  const check = (prepared: PreparedRequest): void => {
    const { id, calls } = bundleOf(prepared)
    if (calls.length > pendingTransactionLimit)
      throw failure(bundleCodes.bundleTooLarge, `At most ${pendingTransactionLimit} calls`)
    if (id !== undefined && get(bundleRecordsAtom).some((record) => record.id === id))
      throw failure(bundleCodes.duplicateId, 'There is a bundle with this id')
  }
  const send = async (prepared: PreparedRequest, reading: AnsweredRequest['reading']) => {
    const bundle = bundleOf(prepared)
    const { chainId: chain, from: account } = bundle
    try {
      const answer = await prepared.ask({ signal })
      const sent = sentSchema.safeParse(answer)
      if (!sent.success)
        throw linkError(providerCodes.internal, 'The wallet told no id of the bundle', 'unknown-outcome')
      const callCount = bundle.calls.length
      set(recordBundleAtom, { id: sent.data.id, chain, walletId: wallet.walletId, callCount })
      const calls = bundle.calls.map(({ to, data = '0x', value = '0x0' }) => ({
        to,
        data,
        value: BigInt(value),
      }))
      const answered = { connection: wallet, request: prepared.request, reading }
      set(rememberBundleAtom, sent.data.id, { answered, account, chain, calls })
      void set(checkBundleAtom, sent.data.id)
      const { id, capabilities: told } = { capabilities: undefined, ...sent.data }
      return told === undefined ? { id } : { id, capabilities: told }
    } catch (error) {
      if (!isMethodUnsupported(error)) throw error
      checkForSingles(bundle)
      return sendSingles(asked, bundle, bundle.id ?? `0x${get(portsAtom).ids()}`, reading)
    }
  }
  // What becomes of it where the wallet knows no bundles is part of what the user reviews.
  return asked.ask({ method: 'wallet_sendCalls', params }, send, check)
}

/** `wallet_getCallsStatus` of a bundle which this site has sent. @throws ProviderRpcError 5730. */
export async function callsStatus({ params, set, signal }: Asked): Promise<unknown> {
  const [id] = parameter(z.tuple([idSchema]), params)
  return set(readBundleAtom, id, signal)
}

const capabilityParams = z.union([
  z.tuple([hexAddressSchema]),
  z.tuple([hexAddressSchema, z.array(hexChainSchema).check(z.maxLength(256))]),
])

/**
 * `wallet_getCapabilities`: the wallet's own, as far as they are known, of the wanted chains; one that knows no bundles says so for the chain it is
 * on. @throws ProviderRpcError 4100 for an account that is not connected.
 */
export async function capabilities({ params, wallet, ask }: Asked): Promise<unknown> {
  const [account, chains] = parameter(capabilityParams, params)
  if (!wallet.accounts.some((one) => one.toLowerCase() === account.toLowerCase()))
    throw failure(providerCodes.unauthorized, 'The account is not connected')
  const wanted = chains?.map(hexChain)
  const nothing = () =>
    Object.fromEntries(
      (wanted ?? [hexChain(wallet.chain)]).map((chain) => [chain, { atomic: { status: 'unsupported' } }]),
    )
  try {
    const answer = await ask({
      method: 'wallet_getCapabilities',
      params: wanted ? [account, wanted] : [account],
    })
    const isWanted = (chain: string) =>
      wanted === undefined || chain === '0x0' || wanted.includes(`0x${BigInt(chain).toString(16)}`)
    return readChainCapabilities(answer, isWanted) ?? nothing()
  } catch (error) {
    if (isMethodUnsupported(error)) return nothing()
    throw error
  }
}
