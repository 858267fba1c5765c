import { recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { hashMessage, keccak256, parseTransaction } from 'viem/utils'
import * as z from '#shared/zod.ts'
import type { Connection } from '../../chain-adapter.ts'
import { type CompleteRequest, notSigned, signedMismatch } from '../../local-keys.ts'
import type { SponsorPort } from '../../sponsorship.ts'
import type { CanonicalBundle } from '../canonical/canonical-bundle.ts'
import type { CanonicalAuthorization, CanonicalTransaction } from '../canonical/canonical-transaction.ts'
import { transactionOfBundle } from '../canonical/own-batch.ts'
import type { OperationRequest } from '../canonical/sponsored-fields.ts'
import { recoverAuthority } from '../decode/recover-authorization.ts'
import { bytesSchema, type Hex, hashSchema, isSameHex, quantitySchema, toQuantity } from '../hex.ts'
import { submitOperation, waitForInclusion } from '../sponsorship/submit-operation.ts'
import { authorizationDigest, operationDigest, operationJson } from '../sponsorship/user-operation.ts'
import { type WatchPorts, watchOperation } from '../sponsorship/watch-operation.ts'
import { signerOf } from '../wallet/verify-message-signature.ts'
import { canonicalSignature } from '../wallet/wallet-responses.ts'
import type { ChosenNonces } from './chosen-nonces.ts'
import { serializeComplete, type TransactionSignature } from './serialize-transaction.ts'
import { partsOf, type SignedData, type SignedTransaction } from './sign-request.ts'
import { operationOf, parseSignable, type SignableRequest } from './signable-request.ts'
import { submitTransaction } from './submit-transaction.ts'

const signedOperationSchema = () =>
  z.strictObject({ signature: bytesSchema, authorization: z.optional(bytesSchema) })
const signedDataSchema = () => z.strictObject({ signature: bytesSchema })
const signedTransactionSchema = () => z.strictObject({ raw: bytesSchema, hash: hashSchema })
const serializedSchema = () =>
  z.custom<TransactionSerialized>((value) => bytesSchema.safeParse(value).success)

function parseSigned<Schema extends z.ZodMiniType>(schema: Schema, signed: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, signed)
  if (!parsed.success) throw signedMismatch()
  return parsed.data
}

/** @throws ProviderRpcError −32603 `mismatch` unless the account's key signed this hash. */
async function verifyData({ signature }: SignedData, account: Hex, digest: Hex): Promise<Hex> {
  const canonical = canonicalSignature(signature)
  if (canonical === undefined || !isSameHex(await signerOf(digest, canonical), account))
    throw signedMismatch()
  return canonical
}

/** The signature in a signed transaction. The chain in `v` of a legacy one is dropped: the request names it. */
function signatureIn(raw: TransactionSerialized): TransactionSignature | undefined {
  const { r, s, v, yParity } = parseTransaction(raw)
  if (r === undefined || s === undefined) return undefined
  const parity = yParity ?? (v === undefined ? undefined : v % 2n === 0n ? 1 : 0)
  return parity === undefined ? undefined : { r, s, yParity: parity }
}

/**
 * The expected authorizations with the signatures of the signed ones: only their signatures are taken from outside.
 * @throws ProviderRpcError −32603 `mismatch` for another number of them, or another authority than the account.
 */
async function authorizedBy(
  raw: TransactionSerialized,
  { authorizations: expected, from }: CanonicalTransaction,
): Promise<readonly CanonicalAuthorization[] | undefined> {
  if (expected === undefined) return undefined
  const parsed = parseTransaction(raw)
  const signed = 'authorizationList' in parsed ? (parsed.authorizationList ?? []) : []
  if (signed.length !== expected.length) throw signedMismatch()
  const signatures = expected.map(async (authorization, at) => {
    const one = signed[at]
    if (!one?.r || !one.s || one.yParity === undefined || authorization.nonce === undefined)
      throw signedMismatch()
    const signature = { r: BigInt(one.r), s: BigInt(one.s), yParity: BigInt(one.yParity) }
    const { address, chain: chainId, nonce } = authorization
    const authority = await recoverAuthority({ address, chainId, nonce, ...signature })
    if (!isSameHex(authority, from)) throw signedMismatch()
    return { ...authorization, signature }
  })
  return Promise.all(signatures)
}

/**
 * Verifies a signed transaction: the complete request, serialized with its signature, gives exactly its bytes, and the
 * account's key made the signature, and that of its authorization.
 * @throws ProviderRpcError −32603 `mismatch`.
 */
async function verifyTransaction(
  { raw, hash }: SignedTransaction,
  transaction: CanonicalTransaction,
): Promise<SignedTransaction> {
  const serialized = parseSigned(serializedSchema(), raw)
  let signer: Hex
  try {
    const signature = signatureIn(serialized)
    const authorizations = await authorizedBy(serialized, transaction)
    const authorized = { ...transaction, authorizations }
    if (signature === undefined || serializeComplete(authorized, signature) !== raw) throw signedMismatch()
    signer = await recoverTransactionAddress({ serializedTransaction: serialized })
  } catch {
    // Bytes that are not a transaction.
    throw signedMismatch()
  }
  if (!isSameHex(signer, transaction.from) || keccak256(raw) !== hash) throw signedMismatch()
  return { raw, hash }
}

/**
 * What a wallet responds to `wallet_sendCalls` (EIP-5792, CAIP-345): the id of the dApp if it has set one. `transaction` is for the
 * wallet's own list of what it has sent.
 */
const bundleResponse = (
  { id, chain }: CanonicalBundle,
  { from, nonce = 0n }: CanonicalTransaction,
  hash: Hex,
) => ({
  id: id ?? hash,
  transaction: { account: from, nonce: toQuantity(nonce) },
  capabilities: { caip345: { caip2: chain, transactionHashes: [hash] } },
})

/** What the widget does with a signed user operation. */
type SponsorPorts = Pick<WatchPorts, 'rpc' | 'clock' | 'pollIntervalMs'> & {
  readonly sponsor: SponsorPort | undefined
}

/** A bundle that has no transaction yet. The wallet finds it by the operation's hash. */
const sponsoredResponse = ({ id, chain }: CanonicalBundle, hash: Hex) => ({
  id: id ?? hash,
  operation: { hash, chain },
})

/**
 * Verifies the signed operation, and sends it: the digest is computed from the request, so that a signature of other calls,
 * another sender, nonce, chain, EntryPoint or paymaster is rejected. A transaction resolves with its hash once it is included, a
 * bundle at once.
 * @throws ProviderRpcError −32603 `mismatch`, 4200 without sponsorship; as `submitOperation` and `waitForInclusion`.
 */
async function respondByOperation(
  { sponsor, ...ports }: SponsorPorts,
  parsed: SignableRequest,
  operation: OperationRequest,
  signed: unknown,
): Promise<Hex | ReturnType<typeof sponsoredResponse>> {
  if (sponsor === undefined) throw notSigned('user operations')
  const { from, chain, fields } = operation
  const { authorization, ...data } = parseSigned(signedOperationSchema(), signed)
  const hash = operationDigest(operation)
  const signature = await verifyData(data, from, hash)
  const digest = authorizationDigest(operation)
  if ((digest === undefined) !== (authorization === undefined)) throw signedMismatch()
  const verified =
    digest === undefined || authorization === undefined
      ? undefined
      : partsOf(await verifyData({ signature: authorization }, from, digest))
  const since = toQuantity(await ports.rpc('eth_blockNumber', [], quantitySchema))
  const sent = { hash, chain, account: from, nonce: toQuantity(fields.nonce), since }
  const watched = { ...ports, sponsor }
  await submitOperation(watched, sent, operationJson(operation, signature, verified))
  if (parsed.is !== 'bundle') return waitForInclusion(watched, sent)
  void watchOperation(watched, sent)
  return sponsoredResponse(parsed.bundle, hash)
}

/** `LocalKeys.respond` on EVM chains. */
export async function respondToRequest(
  ports: SponsorPorts & { readonly nonces: Pick<ChosenNonces, 'requireUnused'> },
  connection: Connection,
  request: CompleteRequest,
  signed: unknown,
): Promise<Hex | ReturnType<typeof bundleResponse> | ReturnType<typeof sponsoredResponse>> {
  const parsed = parseSignable(connection, request)
  const operation = operationOf(parsed)
  if (operation) return respondByOperation(ports, parsed, operation, signed)
  switch (parsed.is) {
    case 'message':
      return verifyData(
        parseSigned(signedDataSchema(), signed),
        parsed.account,
        hashMessage({ raw: parsed.bytes }),
      )
    case 'typed-data':
      return verifyData(parseSigned(signedDataSchema(), signed), parsed.account, parsed.typed.digest)
    case 'transaction': {
      const verified = await verifyTransaction(
        parseSigned(signedTransactionSchema(), signed),
        parsed.transaction,
      )
      await ports.nonces.requireUnused(ports.rpc, parsed.transaction)
      return parsed.isSent ? submitTransaction(ports, verified) : verified.raw
    }
    case 'bundle': {
      const transaction = transactionOfBundle(parsed.bundle)
      const verified = await verifyTransaction(parseSigned(signedTransactionSchema(), signed), transaction)
      await ports.nonces.requireUnused(ports.rpc, transaction)
      return bundleResponse(parsed.bundle, transaction, await submitTransaction(ports, verified))
    }
  }
}
