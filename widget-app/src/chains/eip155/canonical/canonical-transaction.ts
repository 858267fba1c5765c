import * as z from 'zod/mini'
import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '../../chain-adapter.ts'
import { walletChain } from '../chain-number.ts'
import type { Call } from '../decode/call-facts.ts'
import { addressSchema, type Hex, hashSchema, toQuantity } from '../hex.ts'
import {
  canonicalAddress,
  checkChain,
  invalid,
  membersOf,
  optionalBytes,
  optionalCoins,
  optionalQuantity,
  ownAccount,
  sameOf,
} from './canonical-values.ts'

/** An entry of an authorization list (EIP-7702); the signature is absent if the wallet is to sign it. */
export type CanonicalAuthorisation = {
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
  readonly authorisations: readonly CanonicalAuthorisation[] | undefined
}

const accessSchema = () =>
  z.optional(
    z.nullable(
      z.array(z.object({ address: addressSchema, storageKeys: z.array(hashSchema) })).check(z.maxLength(256)),
    ),
  )

function readAuthorisation(value: unknown): CanonicalAuthorisation {
  const members = membersOf(value, 'authorizationList')
  const one = (name: string) => optionalQuantity(members[name], `authorizationList ${name}`)
  const named = [members.address, members.contractAddress].map((address) =>
    address === undefined ? undefined : canonicalAddress(address, 'authorizationList address'),
  )
  const address = sameOf(named[0], named[1], 'authorizationList address')
  if (address === undefined) throw invalid('authorizationList address')
  const v = one('v')
  const yParity = sameOf(
    one('yParity'),
    v === undefined ? undefined : v >= 27n ? v - 27n : v,
    'authorizationList v',
  )
  const [r, s] = [one('r'), one('s')]
  const isSigned = yParity !== undefined && r !== undefined && s !== undefined
  if (!isSigned && (yParity ?? r ?? s) !== undefined) throw invalid('authorizationList signature')
  return {
    address,
    chain: one('chainId') ?? 0n,
    nonce: one('nonce'),
    signature: isSigned ? { yParity, r, s } : undefined,
  }
}

const authorisationsOf = (value: unknown): readonly CanonicalAuthorisation[] | undefined => {
  if (value === undefined || value === null) return undefined
  const list = z.array(z.unknown()).check(z.maxLength(64)).safeParse(value)
  if (!list.success) throw invalid('authorizationList')
  return list.data.length === 0 ? undefined : list.data.map(readAuthorisation)
}

/** Members of blob transactions (EIP-4844), which no dApp sends through a wallet. */
const blobMembers = ['blobs', 'blobVersionedHashes', 'maxFeePerBlobGas', 'sidecars']

/** Rejects a type that does not fit its fields: it could be decoded in two ways. @throws ProviderRpcError −32602. */
function checkType(transaction: CanonicalTransaction): void {
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList, authorisations, to } = transaction
  const hasFeeMarket = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (gasPrice !== undefined && (hasFeeMarket || authorisations !== undefined)) throw invalid('gasPrice')
  if (authorisations !== undefined && to === undefined) throw invalid('to')
  if (type === undefined) return
  const isFit =
    (type === 0n && !hasFeeMarket && !accessList && !authorisations) ||
    (type === 1n && !hasFeeMarket && !authorisations) ||
    (type === 2n && gasPrice === undefined && !authorisations) ||
    (type === 4n && gasPrice === undefined && authorisations !== undefined)
  if (!isFit) throw invalid('type')
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
  const from = ownAccount(connection, members.from)
  checkChain(connection, members.chainId)
  const data = sameOf(optionalBytes(members.data, 'data'), optionalBytes(members.input, 'input'), 'data')
  const access = accessSchema().safeParse(members.accessList)
  if (!access.success) throw invalid('accessList')
  const transaction: CanonicalTransaction = {
    from,
    chain: connection.chain,
    to: to === undefined ? undefined : canonicalAddress(to, 'to'),
    value: optionalCoins(members.value, 'value') ?? 0n,
    data: data ?? '0x',
    gas: sameOf(quantity('gas'), quantity('gasLimit'), 'gas'),
    gasPrice: quantity('gasPrice'),
    maxFeePerGas: quantity('maxFeePerGas'),
    maxPriorityFeePerGas: quantity('maxPriorityFeePerGas'),
    nonce: quantity('nonce'),
    type: quantity('type'),
    accessList: access.data?.length ? access.data : undefined,
    authorisations: authorisationsOf(members.authorizationList),
  }
  checkType(transaction)
  return transaction
}

/** Omits absent members, so that wallets get none that is `undefined`. */
export const present = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

const maybe = (value: bigint | undefined) => (value === undefined ? undefined : toQuantity(value))

const authorisationParam = ({ address, chain, nonce, signature }: CanonicalAuthorisation) =>
  present({
    address,
    chainId: toQuantity(chain),
    nonce: maybe(nonce),
    yParity: maybe(signature?.yParity),
    r: maybe(signature?.r),
    s: maybe(signature?.s),
  })

/** The members of a call for a wallet: value and data only if there are any. */
export const callParam = ({ to, value, data }: Call) => ({
  to,
  data: data === '0x' ? undefined : data,
  value: value === 0n ? undefined : toQuantity(value),
})

/** The transaction as the wallet gets it: `from` and `chainId` are always set, quantities in their shortest form. */
export const transactionParam = (transaction: CanonicalTransaction): Readonly<Record<string, unknown>> =>
  present({
    from: transaction.from,
    ...callParam(transaction),
    gas: maybe(transaction.gas),
    gasPrice: maybe(transaction.gasPrice),
    maxFeePerGas: maybe(transaction.maxFeePerGas),
    maxPriorityFeePerGas: maybe(transaction.maxPriorityFeePerGas),
    nonce: maybe(transaction.nonce),
    type: maybe(transaction.type),
    accessList: transaction.accessList,
    authorizationList: transaction.authorisations?.map(authorisationParam),
    chainId: walletChain(transaction.chain),
  })
