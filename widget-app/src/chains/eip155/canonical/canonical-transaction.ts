import type { ChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import type { Connection } from '../../chain-adapter.ts'
import { walletChain } from '../chain-number.ts'
import type { Call } from '../decode/call-facts.ts'
import { addressSchema, type Hex, hashSchema, toQuantity } from '../hex.ts'
import {
  canonicalAddress,
  checkChain,
  connectedAccount,
  invalid,
  membersOf,
  optionalBytes,
  optionalNativeValue,
  optionalQuantity,
  requireEqual,
} from './canonical-values.ts'
import type { SponsoredFields } from './sponsored-fields.ts'

/** An entry of an authorization list (EIP-7702); the signature is absent if the wallet is to sign it. */
export type CanonicalAuthorization = {
  readonly address: Hex
  /** 0: valid on every chain. */
  readonly chain: bigint
  readonly nonce: bigint | undefined
  readonly signature: { readonly yParity: bigint; readonly r: bigint; readonly s: bigint } | undefined
}

type AccessEntry = { readonly address: Hex; readonly storageKeys: readonly Hex[] }

/** A transaction after its one parse; amounts in base units. Decoder, simulation, wallet and verification use this value. */
export type CanonicalTransaction = {
  readonly from: Hex
  readonly chain: ChainId
  /** Without it the transaction creates a contract. */
  readonly to: Hex | undefined
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint | undefined
  readonly gasPrice: bigint | undefined
  readonly maxFeePerGas: bigint | undefined
  readonly maxPriorityFeePerGas: bigint | undefined
  readonly nonce: bigint | undefined
  readonly type: bigint | undefined
  readonly accessList: readonly AccessEntry[] | undefined
  readonly authorizations: readonly CanonicalAuthorization[] | undefined
  /** Set if the operator pays: our own wallet then executes the call by a user operation, and not as a transaction. */
  readonly operation?: SponsoredFields | undefined
}

const accessSchema = () =>
  z.optional(
    z.nullable(
      z.array(z.object({ address: addressSchema, storageKeys: z.array(hashSchema) })).check(z.maxLength(256)),
    ),
  )

function parseAuthorization(value: unknown): CanonicalAuthorization {
  const members = membersOf(value, 'authorizationList')
  const memberOf = (name: string) => optionalQuantity(members[name], `authorizationList ${name}`)
  const addresses = [members.address, members.contractAddress].map((address) =>
    address === undefined ? undefined : canonicalAddress(address, 'authorizationList address'),
  )
  const address = requireEqual(addresses[0], addresses[1], 'authorizationList address')
  if (address === undefined) throw invalid('authorizationList address')
  const v = memberOf('v')
  const yParity = requireEqual(
    memberOf('yParity'),
    v === undefined ? undefined : v >= 27n ? v - 27n : v,
    'authorizationList v',
  )
  const [r, s] = [memberOf('r'), memberOf('s')]
  const isSigned = yParity !== undefined && r !== undefined && s !== undefined
  if (!isSigned && (yParity ?? r ?? s) !== undefined) throw invalid('authorizationList signature')
  return {
    address,
    chain: memberOf('chainId') ?? 0n,
    nonce: memberOf('nonce'),
    signature: isSigned ? { yParity, r, s } : undefined,
  }
}

const parseAuthorizations = (value: unknown): readonly CanonicalAuthorization[] | undefined => {
  if (value === undefined || value === null) return undefined
  const list = z.array(z.unknown()).check(z.maxLength(64)).safeParse(value)
  if (!list.success) throw invalid('authorizationList')
  return list.data.length === 0 ? undefined : list.data.map(parseAuthorization)
}

/** Members of blob transactions (EIP-4844), which no dApp sends through a wallet. */
const blobMembers = ['blobs', 'blobVersionedHashes', 'maxFeePerBlobGas', 'sidecars']

/** Rejects a type that does not fit its fields: it could be decoded in two ways. @throws ProviderRpcError −32602. */
function checkType(transaction: CanonicalTransaction): void {
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList, authorizations, to } = transaction
  const hasFeeMarket = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (gasPrice !== undefined && (hasFeeMarket || authorizations !== undefined)) throw invalid('gasPrice')
  if (authorizations !== undefined && to === undefined) throw invalid('to')
  if (type === undefined) return
  const isConsistent =
    (type === 0n && !hasFeeMarket && !accessList && !authorizations) ||
    (type === 1n && !hasFeeMarket && !authorizations) ||
    (type === 2n && gasPrice === undefined && !authorizations) ||
    (type === 4n && gasPrice === undefined && authorizations !== undefined)
  if (!isConsistent) throw invalid('type')
}

/**
 * Parses the transaction of `eth_sendTransaction` or `eth_signTransaction` (EIP-1474 and later fee and list members).
 * Unlisted members are dropped.
 * @throws ProviderRpcError −32602, 4100 for an account that is not connected, 4901 for another chain.
 */
export function parseTransaction(connection: Connection, value: unknown): CanonicalTransaction {
  const members = membersOf(value, 'transaction')
  if (blobMembers.some((name) => members[name] !== undefined)) throw invalid('blob transaction')
  const quantity = (name: string) => optionalQuantity(members[name], name)
  const to = members.to ?? undefined
  const from = connectedAccount(connection, members.from)
  checkChain(connection, members.chainId)
  const data = requireEqual(
    optionalBytes(members.data, 'data'),
    optionalBytes(members.input, 'input'),
    'data',
  )
  const access = accessSchema().safeParse(members.accessList)
  if (!access.success) throw invalid('accessList')
  const transaction: CanonicalTransaction = {
    from,
    chain: connection.chain,
    to: to === undefined ? undefined : canonicalAddress(to, 'to'),
    value: optionalNativeValue(members.value, 'value') ?? 0n,
    data: data ?? '0x',
    gas: requireEqual(quantity('gas'), quantity('gasLimit'), 'gas'),
    gasPrice: quantity('gasPrice'),
    maxFeePerGas: quantity('maxFeePerGas'),
    maxPriorityFeePerGas: quantity('maxPriorityFeePerGas'),
    nonce: quantity('nonce'),
    type: quantity('type'),
    accessList: access.data?.length ? access.data : undefined,
    authorizations: parseAuthorizations(members.authorizationList),
  }
  checkType(transaction)
  return transaction
}

/** Omits absent members, so that wallets get none that is `undefined`. */
export const omitUndefined = (
  members: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

const optionalHex = (value: bigint | undefined) => (value === undefined ? undefined : toQuantity(value))

const authorizationParam = ({ address, chain, nonce, signature }: CanonicalAuthorization) =>
  omitUndefined({
    address,
    chainId: toQuantity(chain),
    nonce: optionalHex(nonce),
    yParity: optionalHex(signature?.yParity),
    r: optionalHex(signature?.r),
    s: optionalHex(signature?.s),
  })

/** The members of a call for a wallet: value and data only if there are any. */
export const callParam = ({ to, value, data }: Call) => ({
  to,
  data: data === '0x' ? undefined : data,
  value: value === 0n ? undefined : toQuantity(value),
})

/** The transaction as the wallet gets it: `from` and `chainId` are always set, quantities in their shortest form. */
export const transactionParam = (transaction: CanonicalTransaction): Readonly<Record<string, unknown>> =>
  omitUndefined({
    from: transaction.from,
    ...callParam(transaction),
    gas: optionalHex(transaction.gas),
    gasPrice: optionalHex(transaction.gasPrice),
    maxFeePerGas: optionalHex(transaction.maxFeePerGas),
    maxPriorityFeePerGas: optionalHex(transaction.maxPriorityFeePerGas),
    nonce: optionalHex(transaction.nonce),
    type: optionalHex(transaction.type),
    accessList: transaction.accessList,
    authorizationList: transaction.authorizations?.map(authorizationParam),
    chainId: walletChain(transaction.chain),
  })
