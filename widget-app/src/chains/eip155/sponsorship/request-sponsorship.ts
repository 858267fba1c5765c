import { chainReference } from '#shared/caip/chain-id.ts'
import { embeddedAccountAddress, entryPointAddress } from '#shared/config/embedded-account.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { withTimeout } from '#widget/lib/async.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { callsAreBatchable, encodeBatch } from '../canonical/own-batch.ts'
import type { OperationRequest, SponsoredFields } from '../canonical/sponsored-fields.ts'
import { addressSchema, bytesSchema, type Hex, quantitySchema, toQuantity } from '../hex.ts'
import { readBatchSupport } from '../local-keys/batch-support.ts'
import { composeFee, readPrices } from '../transactions/fee.ts'
import { readOperationNonce } from './entry-point.ts'
import { type WatchPorts, watchOperation } from './watch-operation.ts'

/** How long the user waits for the paymaster before the transaction that the user pays is shown. */
const paymasterLimitMs = 8_000

/** Signatures that no key has made, with which gas is estimated. */
const dummySignature: Hex =
  '0xfffffffffffffffffffffffffffffff0000000000000000000000000000000007aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1c'
const dummyAuthorization = {
  r: '0xfffffffffffffffffffffffffffffff000000000000000000000000000000000',
  s: '0x7aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  yParity: '0x01',
}

const paymasterSchema = () =>
  z.object({
    paymaster: addressSchema,
    paymasterData: bytesSchema,
    paymasterVerificationGasLimit: z.optional(quantitySchema),
    paymasterPostOpGasLimit: z.optional(quantitySchema),
    isFinal: z.optional(z.boolean()),
  })
const gasSchema = () =>
  z.object({
    preVerificationGas: quantitySchema,
    verificationGasLimit: quantitySchema,
    callGasLimit: quantitySchema,
    paymasterVerificationGasLimit: z.optional(quantitySchema),
    paymasterPostOpGasLimit: z.optional(quantitySchema),
  })

type Paymaster = z.output<ReturnType<typeof paymasterSchema>>

/** Quantities in hex; undefined members are left out. */
const asJson = (members: Readonly<Record<string, bigint | Hex | undefined>>) =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'bigint' ? toQuantity(value) : value] as const],
    ),
  )

const toJson = ({ isFinal: _, ...paymaster }: Paymaster) => asJson(paymaster)

/** What is known of an operation before its paymaster is. */
async function readDraft(rpc: JsonRpc, { from, chain, calls }: Omit<OperationRequest, 'fields'>) {
  const support = await readBatchSupport(rpc, from)
  if (support === 'unsupported') return undefined
  const [nonce, prices, authorizationNonce] = await Promise.all([
    readOperationNonce(rpc, from),
    readPrices(rpc),
    support === 'ready' ? rpc('eth_getTransactionCount', [from, 'pending'], quantitySchema) : undefined,
  ])
  const { maxFeePerGas, maxPriorityFeePerGas } = composeFee(0n, prices, 0n)
  const authorization = authorizationNonce !== undefined && {
    factory: '0x7702',
    eip7702Auth: {
      ...{ address: embeddedAccountAddress, chainId: toQuantity(BigInt(chainReference(chain))) },
      ...{ nonce: toQuantity(authorizationNonce), ...dummyAuthorization },
    },
  }
  const json = {
    ...asJson({ sender: from, callData: encodeBatch(calls), nonce, maxFeePerGas, maxPriorityFeePerGas }),
    ...authorization,
  }
  return { nonce, maxFeePerGas, maxPriorityFeePerGas, authorizationNonce, json }
}

/**
 * Asks the paymaster to pay for a request: stub data, the bundler's estimate of the gas, and the paymaster's final data (ERC-7677).
 * Undefined where the account cannot execute operations. @throws what refuses: the paymaster, the bundler, or a server.
 */
async function negotiate(
  { rpc, sponsor }: WatchPorts,
  request: Omit<OperationRequest, 'fields'>,
  signal: AbortSignal,
): Promise<SponsoredFields | undefined> {
  const draft = await readDraft(rpc, request)
  if (draft === undefined) return undefined
  const { json, ...known } = draft
  const call = <Schema extends z.ZodMiniType>(
    method: Parameters<typeof sponsor.call>[1],
    operation: object,
    schema: Schema,
  ): Promise<z.output<Schema>> =>
    sponsor
      .call(request.chain, method, [operation, entryPointAddress], signal)
      .then((result) => z.parse(schema, result))
  const stub = await call('pm_getPaymasterStubData', json, paymasterSchema())
  const estimated = await call(
    'eth_estimateUserOperationGas',
    { ...json, ...toJson(stub), signature: dummySignature },
    gasSchema(),
  )
  const limits = {
    paymasterVerificationGasLimit:
      stub.paymasterVerificationGasLimit ?? estimated.paymasterVerificationGasLimit ?? 0n,
    paymasterPostOpGasLimit: stub.paymasterPostOpGasLimit ?? estimated.paymasterPostOpGasLimit ?? 0n,
  }
  const { preVerificationGas, verificationGasLimit, callGasLimit } = estimated
  const gas = { preVerificationGas, verificationGasLimit, callGasLimit, ...limits }
  const final = stub.isFinal
    ? stub
    : await call('pm_getPaymasterData', { ...json, ...asJson(gas) }, paymasterSchema())
  const { paymaster, paymasterData } = final
  if (BigInt(paymaster) === 0n) return undefined
  return { ...known, ...gas, paymaster, paymasterData }
}

const unfinished = () =>
  new ProviderRpcError(
    providerCodes.requestPending,
    'An earlier transaction, whose fee is paid for you, is not finished yet. Nothing was sent now.',
  )

/** Polls for an earlier operation before a request ends in an error. */
const earlierPolls = 5

/**
 * Waits for operations of the account that may still be executed. `replaceable`: the bundler has dropped one, whose nonce only
 * another operation can take.
 * @throws ProviderRpcError −32002 while the bundler has one.
 */
async function settleEarlier(
  ports: WatchPorts,
  { from, chain }: Omit<OperationRequest, 'fields'>,
): Promise<'none' | 'replaceable'> {
  let result: 'none' | 'replaceable' = 'none'
  for (const operation of ports.sponsor.open(from, chain)) {
    const { isDropped } = operation
    const { is } = await watchOperation(ports, operation, { maxPolls: earlierPolls, isDropped })
    if (is === 'open') throw unfinished()
    if (is === 'dropped') result = 'replaceable'
  }
  return result
}

/**
 * The fields of the operation by which the operator pays for a request; undefined if the user pays: there is no sponsorship, the
 * account cannot execute the calls, or the paymaster refuses or does not respond within 8 s.
 * @throws ProviderRpcError −32002 while an earlier operation may still be executed next to a transaction of the user.
 */
export async function requestSponsorship(
  ports: WatchPorts,
  request: Omit<OperationRequest, 'fields'>,
  isWanted: boolean,
): Promise<SponsoredFields | undefined> {
  const earlier = await settleEarlier(ports, request)
  const isSponsored = isWanted && ports.sponsor.nameOf(request.chain) !== undefined
  const late = () => new WidgetError('http/timeout', 'The paymaster did not respond')
  const fields =
    isSponsored && callsAreBatchable(request.calls)
      ? await withTimeout(ports.clock, paymasterLimitMs, late, (signal) =>
          negotiate(ports, request, signal),
        ).catch(() => undefined)
      : undefined
  if (fields === undefined && earlier === 'replaceable') throw unfinished()
  return fields
}
