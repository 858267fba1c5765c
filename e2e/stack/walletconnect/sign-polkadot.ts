import { decodeAddress, encodeAddress, Keyring } from '@polkadot/keyring'
import { u8aEq, u8aToHex, u8aToU8a, u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import * as z from '#shared/zod.ts'
import { RpcError } from '../rpc-error.ts'
import { type NamespaceSigner, parseParameters, referenceOf, unsupportedMethod } from './namespace-signer.ts'
import type { WalletAccounts } from './wallet-accounts.ts'

/** `data` and `type`, which newer versions of the RPC reference list, are ignored, as in deployed wallets. */
const signMessageParams = z.object({ address: z.string(), message: z.string() })
const signTransactionParams = z.object({
  address: z.string(),
  transactionPayload: z.looseObject({
    address: z.string(),
    genesisHash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
    signedExtensions: z.array(z.string()),
    version: z.int(),
  }),
})

/** Signs Polkadot methods with sr25519 keys; results have the format of Nova and SubWallet. */
export async function polkadotSigner({
  keys,
  ss58Prefixes,
}: NonNullable<WalletAccounts['polkadot']>): Promise<NamespaceSigner> {
  await cryptoWaitReady()
  const keyring = new Keyring({ type: 'sr25519' })
  const pairs = keys.map((key) => keyring.addFromUri(key))

  /** Finds a key by its address, which differs per chain. */
  function pairOf(address: string) {
    const pair = pairs.find(({ publicKey }) => u8aEq(publicKey, publicKeyOf(address)))
    if (pair === undefined) throw new RpcError(4100, `The wallet has no account ${address}`)
    return pair
  }

  return {
    namespace: 'polkadot',
    addresses: Object.fromEntries(
      Object.entries(ss58Prefixes).map(([chain, prefix]) => [
        `polkadot:${chain}`,
        pairs.map(({ publicKey }) => encodeAddress(publicKey, prefix)),
      ]),
    ),
    methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
    async handleRequest(chainId, method, params) {
      switch (method) {
        case 'polkadot_signMessage': {
          const { address, message } = parseParameters(signMessageParams.safeParse(params))
          return { signature: u8aToHex(pairOf(address).sign(u8aWrapBytes(u8aToU8a(message)))) }
        }
        case 'polkadot_signTransaction': {
          const { address, transactionPayload } = parseParameters(signTransactionParams.safeParse(params))
          const pair = pairOf(address)
          if (!u8aEq(publicKeyOf(transactionPayload.address), pair.publicKey)) {
            throw new RpcError(-32602, 'The payload is of another account')
          }
          if (!transactionPayload.genesisHash.startsWith(`0x${referenceOf(chainId)}`)) {
            throw new RpcError(1001, 'Wrong chain id passed by dApp')
          }
          // Lazy, because it takes most of a second to load.
          const { TypeRegistry } = await import('@polkadot/types')
          const registry = new TypeRegistry()
          registry.setSignedExtensions(transactionPayload.signedExtensions)
          const { version } = transactionPayload
          return registry.createType('ExtrinsicPayload', transactionPayload, { version }).sign(pair)
        }
        default:
          throw unsupportedMethod(method)
      }
    },
  }
}

function publicKeyOf(address: string): Uint8Array {
  try {
    return decodeAddress(address)
  } catch {
    throw new RpcError(-32602, `Not an address: ${address}`)
  }
}
