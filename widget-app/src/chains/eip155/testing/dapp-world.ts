import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import { createWalletTransport } from '../../testing/page-with-wallet.ts'
import type { Hex } from '../hex.ts'
import { dappRequest } from '../wallet/dapp-request.ts'
import { parseRequest } from '../wallet/request-parser.ts'
import { createVerifiedSignatures } from '../wallet/verified-signature-cache.ts'
import { memoryNode } from './memory-node.ts'
import { connection as example, found } from './unit-world.ts'

export const userAccount = privateKeyToAccount(generatePrivateKey())
export const otherAccount = privateKeyToAccount(generatePrivateKey())
export const recipient = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const hash: Hex = `0x${'ab'.repeat(32)}`
export const trueWord = `0x${'1'.padStart(64, '0')}`
export const falseWord = `0x${'0'.padStart(64, '0')}`

/** A transaction as the node returns it: 5 wei to the recipient. */
export const onChain = (over: object = {}) => ({
  hash,
  from: userAccount.address,
  to: recipient,
  nonce: '0x0',
  value: '0x5',
  input: '0x',
  chainId: '0x1',
  ...over,
})

type Script = {
  /** The chain that the wallet returns. */
  readonly chain?: string
  readonly wallet?: Readonly<Record<string, (params: unknown) => unknown>>
  readonly node?: Parameters<typeof memoryNode>[0]
}

/** A dApp request to one wallet with scripted responses, and the node that verifies them. */
export function dappWorld({ wallet = {}, node = {}, chain = '0x1' }: Script) {
  const clock = fakeClock()
  const walletRequests: RpcRequest[] = []
  const mismatches: string[] = []
  const unverified: (string | undefined)[] = []
  const verdicts: string[] = []
  const recordedWallet = Object.fromEntries(
    Object.entries(wallet).map(([method, response]) => [
      method,
      (params: unknown) => {
        walletRequests.push({ method, params: Array.isArray(params) ? params : [] })
        return response(params)
      },
    ]),
  )
  const calls: string[] = []
  const recordedNode = Object.fromEntries(
    Object.entries(node).map(([method, response]) => [
      method,
      (...call: Parameters<typeof response>) => {
        calls.push(method)
        return response(...call)
      },
    ]),
  )
  const ports = {
    transport: createWalletTransport(found, { eth_chainId: () => chain, ...recordedWallet }),
    clock,
    openRpc: memoryNode(recordedNode),
    verified: createVerifiedSignatures(),
  }
  const connection = { ...example, accounts: [userAccount.address] as const }
  const ask = async (method: string, ...params: unknown[]) => {
    const send = async () =>
      dappRequest(ports, connection, parseRequest(connection, { method, params }), {
        onChecked: (check) => {
          verdicts.push(check.is)
          if (check.is === 'mismatch') mismatches.push(method)
          if (check.is === 'unverified') unverified.push(check.hash)
        },
      })
    const response = send()
    response.catch(() => undefined)
    await clock.advance(1_000)
    return response
  }
  return { request: ask, walletRequests, mismatches, unverified, verdicts, clock, calls }
}
