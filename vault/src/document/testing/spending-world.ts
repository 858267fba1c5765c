import { expect, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import type { PostTarget } from '#shared/channel/message-event.ts'
import { createLocalKeys } from '#widget/chains/eip155/local-keys/local-keys.ts'
import { memoryNode } from '#widget/chains/eip155/testing/memory-node.ts'
import type { LocalKey, LocalKeys } from '#widget/chains/local-keys.ts'
import { createKeyStore } from '#widget/lib/dpop/key-store.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { site, vaultOrigin } from '../../../../server/src/core/embedded/testing/embedded-world.ts'
import { coveredPayment, type Payer } from '../../spending/covered-payment.ts'
import type { LimitAsset } from '../../spending/limit-asset.ts'
import { serveLimits } from '../../spending/serve-limits.ts'
import { offerLimit } from '../../spending/set-limit.ts'
import { signPayment } from '../../spending/sign-payment.ts'
import { createPage } from '../../spending/testing/page-messages.ts'
import type { SpendingRecord } from '../../wallet/spending-records.ts'
import { memorySpendingRecords } from '../../wallet/testing/memory-spending-records.ts'
import { type Answers, type CreatedWallet, choose, type VaultWorld } from './vault-world.ts'

export const paymentChain = parseChainId('eip155:1')
export const ether: LimitAsset = {
  ...{ asset: 'eip155:1/slip44:60', symbol: 'ETH', decimals: 18, isNative: true },
}
export const hourMs = 60 * 60_000
/** The user enters a limit of 100 wei for an hour. */
export const enterLimit = choose({ maximum: 100n, lifetimeMs: hourMs })
/** The receiver of the payments. */
export const bob = '0x2222222222222222222222222222222222222222'

/** The adapter's keys, which keep what they are passed. `fails`: with this error instead of a signature. Test only. */
export function createSigner(fails?: Error) {
  const used: LocalKey[] = []
  const openRpc = memoryNode({
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_getBlockByNumber: () => ({ number: '0x1', baseFeePerGas: '0x10' }),
    eth_maxPriorityFeePerGas: () => '0x10',
  })
  const ports = { openRpc, clock: fakeClock(), chosenNonces: new Set<string>() }
  const localKeys = createLocalKeys(ports)
  const sign: LocalKeys['sign'] = async (key, request, chain) => {
    used.push(key)
    if (fails) throw fails
    return localKeys.sign(key, request, chain)
  }
  return { used, adapter: { localKeys: async () => ({ ...localKeys, sign }) } }
}

/**
 * The vault's frame on a site. The browser is replaced by what it does: it delivers messages to documents of the stated origin only.
 * Test only.
 */
export function openPaymentFrame(world: VaultWorld, on = site, { isPersistent = true, stores = true } = {}) {
  const records = memorySpendingRecords()
  const keys = createKeyStore('payment', () => undefined)
  const client = world.clientOf(vaultOrigin, keys)
  const onStored = vi.fn()
  const page = createPage(vaultOrigin)
  const put = stores ? records.put : () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const frameFacts = async () => ({ site: on, keyThumbprint: await client.thumbprint(), isPersistent })
  serveLimits(page, { frameFacts, put, onStored })
  const target: PostTarget = {
    postMessage: (data, targetOrigin, [port] = []) => {
      if (targetOrigin === vaultOrigin && port instanceof MessagePort) page.deliver({ data, ports: [port] })
      else expect.unreachable('The frame is the vault')
    },
  }
  return { records, keys, client, target, onStored }
}
export type PaymentFrame = ReturnType<typeof openPaymentFrame>

/** The vault's window offers a limit for the frame's site after a payment, and its user answers. Test only. */
export async function openOffer(
  wallet: CreatedWallet,
  frame: PaymentFrame,
  answers: Answers = [enterLimit],
  fails?: Parameters<CreatedWallet['browser']['open']>[2],
) {
  const window = await wallet.browser.open(wallet.frame, answers, fails)
  const place = { frame: frame.target, origin: vaultOrigin, site, clock: systemClock }
  return { window, outcome: offerLimit(async () => window.ports, window.ports, ether, place) }
}

/** A user with a limit of 100 wei on the site, and the frame that has it. Test only. */
export async function openLimited(world: VaultWorld) {
  const wallet = await world.createdWallet()
  const frame = openPaymentFrame(world)
  const { window, outcome } = await openOffer(wallet, frame)
  expect(await outcome).toBe('set')
  const payer: Payer = { userId: wallet.frame.userId(), site, address: wallet.address }
  const stored = () => frame.records.find({ userId: payer.userId, site, asset: ether.asset })
  const record = await stored()
  if (record === undefined) throw new Error('The limit is stored')
  const signer = createSigner()
  const transaction = {
    ...{ from: wallet.address, to: bob, value: '0x5', data: '0x', gas: '0x5208', nonce: '0x0' },
    ...{ chainId: '0x1', type: '0x2', maxFeePerGas: '0x20', maxPriorityFeePerGas: '0x10' },
  }
  return {
    ...{ wallet, frame, window, record, stored, keys: signer.used },
    /** The limit that covers a payment of this amount. */
    cover: (amount: bigint, change: Partial<Payer> = {}) =>
      coveredPayment(
        frame,
        { ...payer, ...change },
        { asset: ether.asset, amount, paid: amount, token: undefined },
      ),
    /** Signs a payment of this amount. `from`: the record of the limit, as it is stored; `by`: the frame that claims. */
    pay: (
      amount: bigint,
      {
        claimId = crypto.randomUUID(),
        from = record,
        by = frame,
      }: { claimId?: string; from?: SpendingRecord; by?: Pick<PaymentFrame, 'client'> } = {},
    ) =>
      signPayment(by.client, signer.adapter, from, {
        request: { method: 'eth_sendTransaction', params: [transaction] },
        ...{ chain: paymentChain, amount, claimId },
      }),
  }
}
export type Limited = Awaited<ReturnType<typeof openLimited>>
