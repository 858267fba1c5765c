import type { ChainId } from '#shared/caip/chain-id.ts'
import { bundleCodes } from '#shared/errors/bundle-codes.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { Connection } from '../../chain-adapter.ts'
import { embeddedHandlePrefix } from '../../embedded-handle.ts'
import type { Fact } from '../../request-facts.ts'
import { walletChain } from '../chain-number.ts'
import type { Call } from '../decode/call-facts.ts'
import type { Hex } from '../hex.ts'
import {
  type BundleTransaction,
  bundleTransactionParam,
  parseBundleTransaction,
} from './bundle-transaction.ts'
import { callParam, omitUndefined } from './canonical-transaction.ts'
import {
  canonicalAddress,
  checkChain,
  connectedAccount,
  invalid,
  membersOf,
  optionalBytes,
  optionalNativeValue,
  requireEqual,
} from './canonical-values.ts'
import { parseSponsoredFields, type SponsoredFields, sponsoredFieldsParam } from './sponsored-fields.ts'

/** A paymaster that the dApp names (ERC-7677), the only capability that a dApp may request. */
type Paymaster = { readonly url: string; readonly context?: Readonly<Record<string, unknown>> | undefined }

/** A bundle of calls (EIP-5792) after its one parse. */
export type CanonicalBundle = {
  readonly version: string
  readonly id: string | undefined
  readonly from: Hex
  readonly chain: ChainId
  readonly atomicRequired: boolean
  readonly calls: readonly Call[]
  readonly paymaster: (Paymaster & { readonly optional: boolean }) | undefined
  /** Set once our own wallet has completed the bundle. */
  readonly transaction: BundleTransaction | undefined
  /** Set instead of `transaction` if the operator pays. */
  readonly operation?: SponsoredFields | undefined
}

const paymasterSchema = () =>
  z.object({
    url: z.string().check(z.maxLength(2_048), z.regex(/^https:\/\/[^\s]+$/)),
    context: z.optional(z.record(z.string(), z.unknown())),
    optional: z.optional(z.boolean()),
  })

const headSchema = () =>
  z.object({
    version: z.catch(z.string().check(z.regex(/^[12]\.\d/)), '2.0.0'),
    id: z.optional(z.string().check(z.minLength(1), z.maxLength(4_096))),
    atomicRequired: z.optional(z.boolean()),
    calls: z.array(z.unknown()).check(z.minLength(1)),
  })

const isOptional = (value: unknown): boolean =>
  z.object({ optional: z.literal(true) }).safeParse(value).success

/** Drops unlisted capabilities if they are optional. @throws ProviderRpcError −32602, 5700. */
function paymasterOf(value: unknown): CanonicalBundle['paymaster'] {
  if (value === undefined || value === null) return undefined
  const { paymasterService, ...others } = membersOf(value, 'capabilities')
  const unknown = Object.entries(others).find(([, one]) => !isOptional(one))
  if (unknown)
    throw new ProviderRpcError(
      bundleCodes.unsupportedCapability,
      `The wallet does not support the capability ${unknown[0].slice(0, 64)}`,
    )
  if (paymasterService === undefined) return undefined
  const parsed = paymasterSchema().safeParse(paymasterService)
  if (!parsed.success) throw invalid('capabilities paymasterService')
  return { ...parsed.data, optional: parsed.data.optional ?? false }
}

function callOf(value: unknown): Call {
  const { to, value: nativeValue, data, input, capabilities } = membersOf(value, 'calls')
  if (paymasterOf(capabilities)) throw invalid('calls capabilities')
  return {
    to: to === undefined || to === null ? undefined : canonicalAddress(to, 'calls to'),
    value: optionalNativeValue(nativeValue, 'calls value') ?? 0n,
    data:
      requireEqual(optionalBytes(data, 'calls data'), optionalBytes(input, 'calls input'), 'calls data') ??
      '0x',
  }
}

const unsupportedChain = () =>
  new ProviderRpcError(bundleCodes.unsupportedChain, 'The wallet is on another chain')

/** The transaction of a bundle for our own wallet; the widget completes it, whatever a dApp has set. */
const transactionOf = ({ handle }: Connection, value: unknown): BundleTransaction | undefined =>
  value === undefined || !handle.startsWith(embeddedHandlePrefix) ? undefined : parseBundleTransaction(value)

/**
 * Parses the bundle of `wallet_sendCalls`, version 2 (and the shared part of version 1). Unlisted members are dropped.
 * @throws ProviderRpcError −32602, 4100, 5700 for a capability that is required and not listed, 5710 for another chain.
 */
export function parseBundle(connection: Connection, value: unknown): CanonicalBundle {
  const members = membersOf(value, 'bundle')
  const head = headSchema().safeParse(members)
  if (!head.success) throw invalid('bundle')
  checkChain(connection, members.chainId, unsupportedChain)
  const transaction = transactionOf(connection, members.transaction)
  const operation = parseSponsoredFields(connection, members.userOperation)
  if (transaction && operation) throw invalid('userOperation')
  return {
    version: head.data.version,
    id: head.data.id,
    from: connectedAccount(connection, members.from),
    chain: connection.chain,
    atomicRequired: head.data.atomicRequired ?? false,
    calls: head.data.calls.map(callOf),
    paymaster: paymasterOf(members.capabilities),
    ...{ transaction, operation },
  }
}

/** The bundle as the wallet gets it: `from` and `chainId` are always set. */
export const bundleParam = (bundle: CanonicalBundle): Readonly<Record<string, unknown>> =>
  omitUndefined({
    atomicRequired: bundle.atomicRequired,
    version: bundle.version,
    id: bundle.id,
    calls: bundle.calls.map((call) => omitUndefined(callParam(call))),
    transaction: bundle.transaction && bundleTransactionParam(bundle.transaction),
    userOperation: bundle.operation && sponsoredFieldsParam(bundle.operation),
    capabilities: bundle.paymaster && { paymasterService: omitUndefined(bundle.paymaster) },
    from: bundle.from,
    chainId: walletChain(bundle.chain),
  })

/** What a bundle requests from the wallet in addition to its calls. */
export const bundleTerms = ({ paymaster }: CanonicalBundle): readonly Fact[] =>
  paymaster === undefined
    ? []
    : [
        {
          is: 'term',
          name: 'capability',
          text: `paymasterService ${paymaster.url} ${paymaster.context ? JSON.stringify(paymaster.context) : ''}`.trim(),
        },
      ]
