import { privateKeyToAccount } from 'viem/accounts'
import * as z from '#shared/zod.ts'
import { RpcError } from '../rpc-error.ts'
import {
  sameAddress,
  sendTransaction,
  signPersonal,
  signTypedData,
  transactionSchema,
} from '../wallets/signing.ts'
import { type NamespaceSigner, parseParameters, referenceOf, unsupportedMethod } from './namespace-signer.ts'
import { callNode } from './node-call.ts'
import type { WalletAccounts } from './wallet-accounts.ts'

const personalSignParams = z.tuple([z.string(), z.string()])
const typedDataParams = z.tuple([z.string(), z.unknown()])
const sendParams = z.tuple([transactionSchema])
const switchParams = z.tuple([z.object({ chainId: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,8}$/)) })])

/** Signs EVM methods, with the parameters of their EIPs; `switchChain` switches the wallet and notifies the dApps. */
export function eip155Signer(
  { keys, rpcUrls }: NonNullable<WalletAccounts['eip155']>,
  switchChain: (chainId: string) => Promise<void>,
): NamespaceSigner {
  const accounts = keys.map((key) => privateKeyToAccount(key))
  const addresses = accounts.map(({ address }) => address)

  function accountOf(address: string) {
    const account = accounts.find((candidate) => sameAddress(address, candidate.address))
    if (account === undefined) throw new RpcError(4100, `The wallet has no account ${address}`)
    return account
  }

  function urlOf(reference: string): string {
    const url = rpcUrls[reference]
    if (url === undefined) {
      throw new RpcError(4902, `Unrecognized chain ID "0x${Number(reference).toString(16)}".`)
    }
    return url
  }

  return {
    namespace: 'eip155',
    addresses: Object.fromEntries(Object.keys(rpcUrls).map((chain) => [`eip155:${chain}`, addresses])),
    methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    async handleRequest(chainId, method, params) {
      switch (method) {
        case 'personal_sign': {
          const [message, address] = parseParameters(personalSignParams.safeParse(params))
          return signPersonal(accountOf(address), message)
        }
        case 'eth_signTypedData_v4': {
          const [address, data] = parseParameters(typedDataParams.safeParse(params))
          return signTypedData(accountOf(address), data)
        }
        case 'eth_sendTransaction': {
          const [request] = parseParameters(sendParams.safeParse(params))
          const reference = referenceOf(chainId)
          if (request.chainId !== undefined && request.chainId !== BigInt(reference)) {
            throw new RpcError(-32602, `The request is for chain ${reference}, not ${request.chainId}`)
          }
          return sendTransaction(
            accountOf(request.from),
            Number(reference),
            (chain, name, args) => callNode(urlOf(String(chain)), name, args),
            request,
          )
        }
        case 'wallet_switchEthereumChain': {
          const [target] = parseParameters(switchParams.safeParse(params))
          const reference = String(Number(target.chainId))
          urlOf(reference)
          await switchChain(`eip155:${reference}`)
          return null
        }
        default:
          throw unsupportedMethod(method)
      }
    },
  }
}
