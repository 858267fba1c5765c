import type { Page } from '@playwright/test'
import type { Address } from 'viem'
import { expect, reducedMotion, test } from '../fixtures.ts'
import type { LocalChain } from '../local-chain.ts'
import { localChain } from '../local-chain.ts'
import { approveReviewsDuring } from '../pages/approving-reviews.ts'
import { randomAddress } from '../random-address.ts'
import { recordDuration } from '../record-duration.ts'

test.use(reducedMotion)

/**
 * Runtime code that emits logs of four topics, as many as the call data states: CALLDATALOAD, then a loop of LOG4 and a
 * decrement.
 */
const logEmitter = '0x5f355b801560175780808080' + '60205fa460019003600256' + '5b00'

const hex = (value: number) => `0x${value.toString(16)}`

/** Deploys a contract that emits logs, and returns its address and a function that calls it. */
async function deployLogEmitter(chain: LocalChain, from: Address) {
  const address = randomAddress()
  await chain.rpc('anvil_setCode', [address, logEmitter])
  await chain.rpc('anvil_impersonateAccount', [from])
  return {
    address,
    /** Emits logs in one transaction, and returns its hash once it is in a block. */
    emit: async (count: number) => {
      const data = `0x${count.toString(16).padStart(64, '0')}`
      const hash = await chain.rpc('eth_sendTransaction', [
        { from, to: address, data, gas: hex(100_000 + 2_600 * count) },
      ])
      await chain.receipt(`0x${String(hash).slice(2)}`)
      return String(hash)
    },
  }
}

type Read = { readonly method: string; readonly params: readonly unknown[] }

/** Sends the same request to the wallet and to the widget, in the page. Returns each result as text. */
function requestBoth(page: Page, read: Read) {
  return page.evaluate(async ({ method, params }) => {
    const sendRequest = async (provider: object = {}) => {
      const startedAt = performance.now()
      let result: unknown
      try {
        result = await Reflect.apply(Reflect.get(provider, 'request'), provider, [{ method, params }])
      } catch (error) {
        const { code, message } = Object(error)
        result = { code, message }
      }
      const ms = performance.now() - startedAt
      const text = JSON.stringify(result)
      return { text: text.length > 1_000 ? await digest(text) : text, length: text.length, ms }
    }
    const digest = async (text: string) =>
      String(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
    const direct = await sendRequest(window.testWallets.harbour?.provider)
    return { direct, viaWidget: await sendRequest(window.bridge.ethereum) }
  }, read)
}

test('valid results › up to 8 MB › unchanged; larger ones are reported', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  const [account] = testAccounts.harbour
  const chain = localChain(world.stack, 1)
  const { address, emit } = await deployLogEmitter(chain, account.address)
  await dapp.open({ wallets: [{ id: 'harbour', accounts: [account.label] }] })
  await dapp.connect()
  const logs: Read = { method: 'eth_getLogs', params: [{ address, fromBlock: 'earliest' }] }

  const hash = await emit(257)
  for (const read of [
    logs,
    { method: 'eth_getTransactionReceipt', params: [hash] },
    { method: 'eth_call', params: [{ to: randomAddress(), data: `0x${'5b'.repeat(128 * 1024)}` }, 'latest'] },
  ]) {
    const { direct, viaWidget } = await requestBoth(page, read)
    expect(viaWidget.text, read.method).toBe(direct.text)
  }

  await emit(9_743)
  const results = await requestBoth(page, logs)
  expect(results.viaWidget.text).toBe(results.direct.text)
  expect(results.viaWidget.length).toBeGreaterThan(4_000_000)

  await emit(8_000)
  const more = await requestBoth(page, logs)
  expect(more.direct.length).toBeGreaterThan(8 * 1024 * 1024)
  expect(JSON.parse(more.viaWidget.text)).toEqual({ code: -32603, message: expect.stringContaining('8 MB') })
  expect(await dapp.request('eth_chainId')).toEqual({ is: 'ok', result: '0x1' })
})

test('call data of 96 KiB › reviewed, sent › the chain receives all of it', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const [account] = testAccounts.harbour
  const chain = localChain(world.stack, 1)
  await dapp.open({ wallets: [{ id: 'harbour', accounts: [account.label] }] })
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve' })
  const data = `0x${'5b'.repeat(96 * 1024)}`
  const request = { from: account.address, to: randomAddress(), data, gas: hex(5_000_000) }
  const result = await approveReviewsDuring(dapp, dapp.request('eth_sendTransaction', [request]))
  expect(result).toEqual({ is: 'ok', result: expect.stringMatching(/^0x/) })
  const sent = await chain.rpc('eth_getTransactionByHash', [result.is === 'ok' ? result.result : ''])
  expect(Reflect.get(Object(sent), 'input')).toBe(data)
  await dapp.waitForPointer()
})

test('10,000 logs › through the widget › time compared with the wallet alone @timed', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  const [account] = testAccounts.harbour
  const { address, emit } = await deployLogEmitter(localChain(world.stack, 1), account.address)
  await emit(10_000)
  await dapp.open({ wallets: [{ id: 'harbour', accounts: [account.label] }] })
  await dapp.connect()
  const more: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const { direct, viaWidget } = await requestBoth(page, {
      method: 'eth_getLogs',
      params: [{ address, fromBlock: 'earliest' }],
    })
    expect(viaWidget.text).toBe(direct.text)
    more.push(viaWidget.ms - direct.ms)
  }
  recordDuration('10,000 logs, more than by the wallet itself', more.sort((a, b) => a - b)[2] ?? 0, 150)
})
