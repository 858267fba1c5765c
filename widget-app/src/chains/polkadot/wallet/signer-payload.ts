import { wrapBytes } from '@polkadot/extension-dapp/wrapBytes'
import { hexToU8a, stringToU8a, u8aEq, u8aToHex } from '@polkadot/util'
import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { Connection } from '../../chain-adapter.ts'
import { normalizeAddress } from '../address.ts'
import { bytesSchema, hashSchema } from '../scale-json.ts'
import { signableVersion } from '../transactions/transfer-call.ts'

const rpcError = (code: number, message: string) => new ProviderRpcError(code, message)

/** A number in hex, as polkadot.js writes it: padded to the width of its type. */
const numberSchema = (bits: 32 | 128) =>
  z.pipe(
    z.string().check(z.regex(/^0x[0-9a-fA-F]{0,64}$/)),
    z.pipe(
      z.transform((text: string) => BigInt(text === '0x' ? 0 : text)),
      z.pipe(
        z.bigint().check(z.lt(2n ** BigInt(bits))),
        z.transform((value: bigint) => `0x${value.toString(16).padStart(bits / 4, '0')}`),
      ),
    ),
  )

/**
 * Immortal, or two bytes of period and phase. The period (low digit of the first byte) must be above zero: otherwise it is
 * immortal too.
 */
const eraSchema = () => z.string().check(z.regex(/^0x(?:00|[0-9a-fA-F][1-9a-fA-F][0-9a-fA-F]{2})$/))

const extensionLimit = 64
const nameMaxLength = 100

/** `SignerPayloadJSON` of `@polkadot/types`, member by member. */
const payloadSchema = () =>
  z.object({
    address: z.string(),
    method: bytesSchema(),
    version: z.int(),
    genesisHash: hashSchema(),
    blockHash: hashSchema(),
    blockNumber: numberSchema(32),
    era: eraSchema(),
    nonce: numberSchema(32),
    tip: numberSchema(128),
    specVersion: numberSchema(32),
    transactionVersion: numberSchema(32),
    signedExtensions: z
      .array(z.string().check(z.maxLength(nameMaxLength)))
      .check(z.maxLength(extensionLimit)),
    assetId: z.nullish(bytesSchema()),
    metadataHash: z.nullish(hashSchema()),
    mode: z.nullish(z.int().check(z.gte(0), z.lte(1))),
    withSignedTransaction: z.optional(z.boolean()),
  })

/** Extensions whose members are part of `SignerPayloadJSON`, and those that add nothing to the signed bytes. */
const standardExtensions: ReadonlySet<string> = new Set([
  'AuthorizeCall',
  'ChargeAssetTxPayment',
  'ChargeTransactionPayment',
  'CheckBlockGasLimit',
  'CheckEra',
  'CheckGenesis',
  'CheckMetadataHash',
  'CheckMortality',
  'CheckNonZeroSender',
  'CheckNonce',
  'CheckSpecVersion',
  'CheckTxVersion',
  'CheckVersion',
  'CheckWeight',
  'EthSetOrigin',
  'LimitParathreadCommits',
  'LockStakingStatus',
  'OnlyStakingAndClaims',
  'PrevalidateAttests',
  'RestrictFunctionality',
  'SetEvmOrigin',
  'SkipCheckIfFeeless',
  'StorageWeightReclaim',
  'TransactionCallFilter',
  'ValidateDoubleVoteReports',
  'ValidateEquivocationReport',
  'WeightReclaim',
])

/** A payload after its one parse: the value that is decoded, signed and verified. */
export type RequestedPayload = {
  readonly is: 'payload'
  /** The chain of the payload's genesis hash. */
  readonly chain: ChainId
  /** The wallet's payload: only members of the standard, with canonical numbers. */
  readonly payload: z.output<ReturnType<typeof payloadSchema>>
  /** Listed extensions that the widget does not support; their members are not forwarded. */
  readonly unknownExtensions: readonly string[]
}

/** A message after its one parse. */
export type RequestedMessage = {
  readonly is: 'message'
  readonly address: string
  /** The bytes without the `<Bytes>` wrapper. */
  readonly bytes: Uint8Array
  /** The wallet's parameters. */
  readonly params: { readonly address: string; readonly data: string; readonly type: 'bytes' }
}

/** @throws ProviderRpcError −32602 that names the invalid member. */
export function parseParams<S extends z.ZodMiniType>(schema: S, params: unknown): z.output<S> {
  const result = schema.safeParse(params)
  if (result.success) return result.data
  const field = result.error.issues[0]?.path.join('.') ?? ''
  throw rpcError(providerCodes.invalidParams, `Invalid params: ${field}`)
}

function requireAccount({ accounts, facts }: Connection, address: string, genesisHash?: string): void {
  const normalized = normalizeAddress(address)
  if (normalized === undefined || !accounts.includes(normalized))
    throw rpcError(providerCodes.unauthorized, 'The account is not connected')
  const lock = facts?.[normalized]?.genesisHash
  if (lock !== undefined && genesisHash !== undefined && lock.toLowerCase() !== genesisHash)
    throw rpcError(providerCodes.unauthorized, 'The account is for another network')
}

const lowerCase = (text: string): string => text.toLowerCase()

/** The extensions that encode a tip. */
const tipExtensions: readonly string[] = [
  'ChargeAssetTxPayment',
  'ChargeTransactionPayment',
  'SkipCheckIfFeeless',
]

/** Removes members that no listed extension encodes: a wallet would show what the signed bytes do not contain. */
function encodedMembers({
  assetId,
  metadataHash,
  mode,
  tip,
  ...rest
}: z.output<ReturnType<typeof payloadSchema>>): z.output<ReturnType<typeof payloadSchema>> {
  const has = (name: string) => rest.signedExtensions.includes(name)
  return {
    ...rest,
    tip: tipExtensions.some(has) ? tip : z.parse(numberSchema(128), '0x0'),
    ...(has('ChargeAssetTxPayment') && { assetId }),
    ...(has('CheckMetadataHash') && { metadataHash, mode }),
  }
}

/**
 * Parses the parameters of `injectedWeb3:signPayload`. Members that the standard does not have, or that the payload's own
 * extensions do not encode, are dropped: the wallet never gets them.
 * @throws ProviderRpcError −32602, 4100, and 4200 for other extrinsic versions than 4.
 */
export function parsePayload(connection: Connection, params: unknown): RequestedPayload {
  const parsed = parseParams(payloadSchema(), params)
  if (parsed.version !== signableVersion)
    throw rpcError(
      providerCodes.unsupportedMethod,
      `Only extrinsic version ${signableVersion} is supported, not ${parsed.version}`,
    )
  const payload = {
    ...encodedMembers(parsed),
    method: lowerCase(parsed.method),
    genesisHash: lowerCase(parsed.genesisHash),
    blockHash: lowerCase(parsed.blockHash),
    era: lowerCase(parsed.era),
  }
  requireAccount(connection, payload.address, payload.genesisHash)
  const unknownExtensions = payload.signedExtensions.filter((name) => !standardExtensions.has(name))
  return {
    is: 'payload',
    chain: parseChainId(`polkadot:${payload.genesisHash.slice(2, 34)}`),
    payload,
    unknownExtensions,
  }
}

const rawSchema = () => z.object({ address: z.string(), data: z.string() })

/** The prefix of an Ethereum message (EIP-191). */
const ethereumPrefix = stringToU8a('\x19Ethereum Signed Message:\n')

/**
 * Parses the parameters of `injectedWeb3:signRaw`. The bytes are always wrapped in `<Bytes>`: some wallets sign bytes
 * unchanged, and a page could have them sign a transaction as a message. Bytes that begin like an Ethereum message are
 * rejected: polkadot.js, and wallets with its code, treat them as wrapped and sign them unchanged, so that the signature
 * would be valid for an Ethereum message that is not displayed.
 * @throws ProviderRpcError −32602, 4100.
 */
export function parseMessage(connection: Connection, params: unknown): RequestedMessage {
  const { address, data } = parseParams(rawSchema(), params)
  requireAccount(connection, address)
  const bytes = /^0x([0-9a-f]{2})*$/i.test(data) ? hexToU8a(data) : stringToU8a(data)
  if (u8aEq(bytes.subarray(0, ethereumPrefix.length), ethereumPrefix))
    throw rpcError(providerCodes.invalidParams, 'Invalid params: data begins like a message of Ethereum')
  return {
    is: 'message',
    address,
    bytes,
    params: { address, data: u8aToHex(wrapBytes(bytes)), type: 'bytes' },
  }
}
