import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import { oneWallet } from '../../testing/page-with-wallet.ts'
import type { Hex } from '../hex.ts'
import { dappRequest } from '../wallet/dapp-request.ts'
import { parseRequest } from '../wallet/request-parser.ts'
import { makeVerifiedSignatures } from '../wallet/verified-signature-cache.ts'
import { memoryNode } from './memory-node.ts'
import { connection as example, found } from './unit-world.ts'

export const own = privateKeyToAccount(generatePrivateKey())
export const other = privateKeyToAccount(generatePrivateKey())
export const receiver = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const hash: Hex = `0x${'ab'.repeat(32)}`
export const yes = `0x${'1'.padStart(64, '0')}`
export const no = `0x${'0'.padStart(64, '0')}`

/** A transaction as the node returns it: 5 wei to the recipient. */
export const onChain = (over: object = {}) => ({
  hash,
  from: own.address,
  to: receiver,
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
  const asked: RpcRequest[] = []
  const alarms: string[] = []
  const unverified: (string | undefined)[] = []
  const checks: string[] = []
  const noted = Object.fromEntries(
    Object.entries(wallet).map(([method, answer]) => [
      method,
      (params: unknown) => {
        asked.push({ method, params: Array.isArray(params) ? params : [] })
        return answer(params)
      },
    ]),
  )
  const calls: string[] = []
  const counted = Object.fromEntries(
    Object.entries(node).map(([method, answer]) => [
      method,
      (params: readonly unknown[]) => {
        calls.push(method)
        return answer(params)
      },
    ]),
  )
  const ports = {
    transport: oneWallet(found, { eth_chainId: () => chain, ...noted }),
    clock,
    openRpc: memoryNode(counted),
    verified: makeVerifiedSignatures(),
  }
  const connection = { ...example, accounts: [own.address] as const }
  const ask = async (method: string, ...params: unknown[]) => {
    const send = async () =>
      dappRequest(ports, connection, parseRequest(connection, { method, params }), {
        onChecked: (check) => {
          checks.push(check.is)
          if (check.is === 'mismatch') alarms.push(method)
          if (check.is === 'unverified') unverified.push(check.hash)
        },
      })
    const answer = send()
    answer.catch(() => undefined)
    await clock.advance(1_000)
    return answer
  }
  return { ask, asked, alarms, unverified, checks, clock, calls }
}
