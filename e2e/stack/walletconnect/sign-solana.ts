import {
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
  getBase16Encoder,
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  partiallySignTransaction,
  signBytes,
} from '@solana/kit'
import * as z from '#shared/zod.ts'
import { RpcError } from '../rpc-error.ts'
import { type NamespaceSigner, parseParameters, referenceOf, unsupportedMethod } from './namespace-signer.ts'
import { callNode } from './node-call.ts'
import type { WalletAccounts } from './wallet-accounts.ts'

const base64 = z.base64()
const signMessageParams = z.object({ message: z.string(), pubkey: z.string() })
const signTransactionParams = z.object({ transaction: base64, pubkey: z.optional(z.string()) })
const sendParams = z.object({
  transaction: base64,
  pubkey: z.optional(z.string()),
  sendOptions: z.optional(z.record(z.string(), z.unknown())),
})

/** Signs Solana methods of the WalletConnect RPC reference: messages and signatures in base58, transactions in base64. */
export async function solanaSigner({
  keys,
  rpcUrls,
}: NonNullable<WalletAccounts['solana']>): Promise<NamespaceSigner> {
  const accounts = await Promise.all(
    keys.map(async (key) => {
      const keyPair = await createKeyPairFromPrivateKeyBytes(getBase16Encoder().encode(key.slice(2)))
      return { keyPair, address: await getAddressFromPublicKey(keyPair.publicKey) }
    }),
  )
  const addresses = accounts.map(({ address }) => address)
  const toBase58 = (bytes: Parameters<ReturnType<typeof getBase58Decoder>['decode']>[0]) =>
    getBase58Decoder().decode(bytes)

  function accountOf(address: string) {
    const account = accounts.find((candidate) => candidate.address === address)
    if (account === undefined) throw new RpcError(4100, `The wallet has no account ${address}`)
    return account
  }

  async function sign(encoded: string, pubkey: string | undefined) {
    const unsigned = decodeTransaction(encoded)
    const signer = accounts.find(({ address }) =>
      pubkey === undefined ? Object.hasOwn(unsigned.signatures, address) : address === pubkey,
    )
    if (signer === undefined || !Object.hasOwn(unsigned.signatures, signer.address)) {
      throw new RpcError(-32602, 'The transaction asks for no signature of this wallet')
    }
    const signed = await partiallySignTransaction([signer.keyPair], unsigned)
    const signature = signed.signatures[signer.address]
    if (signature === null || signature === undefined) throw new Error('The transaction was not signed')
    return { signature: toBase58(signature), transaction: getBase64EncodedWireTransaction(signed) }
  }

  return {
    namespace: 'solana',
    addresses: Object.fromEntries(Object.keys(rpcUrls).map((chain) => [`solana:${chain}`, addresses])),
    methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
    async handleRequest(chainId, method, params) {
      switch (method) {
        case 'solana_signMessage': {
          const { message, pubkey } = parseParameters(signMessageParams.safeParse(params))
          const bytes = getBase58Encoder().encode(message)
          return { signature: toBase58(await signBytes(accountOf(pubkey).keyPair.privateKey, bytes)) }
        }
        case 'solana_signTransaction': {
          const { transaction, pubkey } = parseParameters(signTransactionParams.safeParse(params))
          return sign(transaction, pubkey)
        }
        case 'solana_signAndSendTransaction': {
          const { transaction, pubkey, sendOptions } = parseParameters(sendParams.safeParse(params))
          const url = rpcUrls[referenceOf(chainId)]
          if (url === undefined) throw new RpcError(-32602, `The wallet has no node of ${chainId}`)
          const signed = await sign(transaction, pubkey)
          const options = { ...sendOptions, encoding: 'base64' }
          return { signature: await callNode(url, 'sendTransaction', [signed.transaction, options]) }
        }
        default:
          throw unsupportedMethod(method)
      }
    },
  }
}

function decodeTransaction(encoded: string) {
  try {
    return getTransactionDecoder().decode(getBase64Encoder().encode(encoded))
  } catch {
    throw new RpcError(-32602, 'Not a transaction')
  }
}
