import { expect, test } from '../fixtures.ts'
import { minOfThree, recordDuration } from '../record-duration.ts'
import { collectGarbage, frameSession, widgetFrame } from './frames.ts'
import {
  hostConfig,
  openHostileHost,
  openHostileWidget,
  openWithHostileWidget,
  type RawPeer,
} from './raw-peer.ts'
import { recordMessages } from './record-messages.ts'

const address = '0x00000000000000000000000000000000000a11ce'
const rawWallet = {
  handle: 'ab'.repeat(16),
  namespace: 'eip155',
  source: 'eip6963',
  rdns: 'test.raw',
  name: 'Raw Wallet',
}
const walletId = 'ethereum:test.raw'
const failure = (code: number) => ({ ok: false, error: { code } })

/** Adds a wallet that consists only of scripted responses of the hostile page. */
async function addRawWallet(host: RawPeer): Promise<void> {
  const result = (value: unknown) => ({ ok: true, result: { result: value } }) as const
  await host.respondWith('wallets.watch', { ok: true, result: { wallets: [rawWallet] } })
  await host.respondWith('provider.request eth_requestAccounts', result([address]))
  await host.respondWith('provider.request eth_accounts', result([address]))
  await host.respondWith('provider.request eth_chainId', result('0x1'))
  await host.respondWith('provider.request wallet_switchEthereumChain', result(null))
}

/** Opens the modal, and waits until the widget watches wallets. */
async function openModal(host: RawPeer): Promise<string> {
  const id = await host.startCall('modal.open')
  await expect.poll(async () => JSON.stringify(await host.received('replies'))).toContain('wallets.watch')
  return id
}

const responseTo = async (host: RawPeer, id: string) =>
  (await host.received('calls')).find((reply) => JSON.stringify(reply).includes(id))

test('widget methods › results in schema, invalid parameters −32602 (test 12)', async ({ page, world }) => {
  const host = await openHostileHost(page, world)
  await host.link()
  await addRawWallet(host)
  const config = hostConfig(world)
  expect(await host.call('config.set', { config })).toMatchObject({ ok: true, result: {} })
  for (const platforms of ['all', ['cosmos'], []]) {
    expect(await host.call('config.set', { config: { ...config, platforms } })).toMatchObject({
      ok: false,
      error: { code: -32602, message: 'Invalid platform' },
    })
  }
  const opened = await openModal(host)
  expect(await host.call('state.get')).toMatchObject({ ok: true, result: { open: true, accounts: [] } })
  expect(await host.call('wallet.connect', { walletId })).toMatchObject({ ok: true, result: {} })
  expect(await host.call('state.get')).toMatchObject({
    ok: true,
    result: { status: 'connected', accounts: [{ walletId, namespace: 'eip155' }] },
  })
  for (const [method, params, result] of [
    ['wallet.request', { method: 'eth_chainId' }, { result: '0x1' }],
    ['theme.set', { mode: 'dark', variables: { accent: '#123456' } }, {}],
    ['consent.set', { analytics: false }, {}],
    ['network.switch', { chainId: 'eip155:1' }, {}],
    ['modal.escape', {}, {}],
    ['modal.close', {}, {}],
    ['session.disconnect', { namespace: 'eip155' }, {}],
  ] as const) {
    expect(await host.call(method, params), method).toMatchObject({ ok: true, result })
    expect(await host.call(method, { ...params, extra: 1 }), method).toMatchObject(failure(-32602))
  }
  await expect
    .poll(() => responseTo(host, opened), 'the modal that was opened tells how it ended')
    .toMatchObject({ value: { ok: true, result: { is: 'connected', walletId, chainId: 'eip155:1' } } })
  for (const [method, params] of [
    ['modal.open', { view: 7 }],
    ['state.get', { all: true }],
    ['wallet.connect', {}],
    ['wallet.connect', { walletId: '' }],
    ['wallet.request', { method: 7 }],
    ['theme.set', { mode: 'pink' }],
    ['consent.set', { analytics: 'yes' }],
    ['network.switch', { chainId: '1' }],
  ] as const)
    expect(await host.call(method, params), method).toMatchObject(failure(-32602))
  expect(await host.call('wallet.steal', {})).toMatchObject(failure(-32601))
})

test('page methods › results in schema, invalid parameters −32602 (test 12)', async ({ dapp, page }) => {
  await openWithHostileWidget(dapp)
  const widget = await openHostileWidget(page)
  const { result } = await widget.call('wallets.watch')
  expect(result.wallets).toMatchObject([
    { namespace: 'eip155', source: 'eip6963', name: 'Harbour Wallet', rdns: 'test.harbour' },
    { namespace: 'eip155', source: 'eip6963', name: 'Lantern Wallet', rdns: 'test.lantern' },
  ])
  const [{ handle }] = result.wallets
  for (const [method, params, answer] of [
    ['wallets.watch', {}, { wallets: expect.any(Array) }],
    ['provider.request', { handle, method: 'eth_chainId' }, { result: '0x1' }],
    ['siwx.call', { name: 'getNonce', params: {} }, {}],
    ['frame.resize', { height: 300 }, {}],
    ['overlay.show', {}, {}],
    ['overlay.hide', {}, {}],
  ] as const) {
    expect(await widget.call(method, params), method).toMatchObject({ ok: true, result: answer })
    expect(await widget.call(method, { ...params, extra: 1 }), method).toMatchObject(failure(-32602))
  }
  const chainRead = { chainId: 'eip155:1', method: 'eth_blockNumber', params: [] }
  expect(await widget.call('chain.read', chainRead)).toMatchObject(failure(4901))
  expect(await widget.call('chain.read', { ...chainRead, method: 'eth_sign' })).toMatchObject(failure(4200))
  expect(await widget.call('chain.read', { ...chainRead, chainId: '1' })).toMatchObject(failure(-32602))
  expect(await widget.call('frame.resize', { height: '300px' })).toMatchObject(failure(-32602))
  expect(await widget.call('provider.request', { handle: 'h', method: 'a' })).toMatchObject(failure(-32602))
})

test('result of the wrong type › −32603 for the caller, on both ends (test 12)', async ({
  context,
  dapp,
  page,
  world,
}) => {
  const host = await openHostileHost(page, world)
  await host.link()
  await addRawWallet(host)
  await host.respondWith('provider.request eth_requestAccounts', {
    ok: true,
    result: { accounts: [address] },
  })
  await host.call('config.set', { config: hostConfig(world) })
  await openModal(host)
  expect(await host.call('wallet.connect', { walletId })).toMatchObject(failure(-32603))

  const second = await context.newPage()
  await openWithHostileWidget(dapp, second)
  const widget = await openHostileWidget(second)
  await widget.respondWith('session.disconnect', { ok: true, result: { done: true } })
  const code = await second.evaluate(() => window.bridge.disconnect().catch((error) => error.code))
  expect(code).toBe(-32603)
})

test('wallet errors 4001, 4100, 4902, 5740, −32005 › code, data, no stack (test 13)', async ({
  dapp,
  page,
}) => {
  const posted = await recordMessages(page)
  await dapp.open()
  await dapp.connect()
  const account = await dapp.account()
  const errorData = { reason: 'as told', nested: { deep: [1, { list: ['a', null, true] }] } }
  for (const code of [4001, 4100, 4902, 5740, -32005]) {
    const failWith = { code, message: `No ${code}`, data: { ...errorData, stack: 'at secret.js:1' } }
    await dapp.wallet().script({ mode: 'approve', failWith, methods: ['personal_sign'] })
    expect(await dapp.request('personal_sign', ['0x68690a', account])).toEqual({
      is: 'failed',
      code,
      message: `No ${code}`,
      data: errorData,
    })
  }
  const wire = JSON.stringify([await posted(), await posted(await widgetFrame(page))])
  expect(wire).toContain('No 5740')
  expect(wire).not.toMatch(/"stack"|secret\.js|\.js:\d+/)
})

test('pending call of 2 s › garbage collected on both ends › resolves (test 15)', async ({
  context,
  dapp,
  page,
}) => {
  await dapp.open()
  await dapp.connect()
  await dapp.wallet().script({ mode: 'approve', delayMs: 2_000 })
  let settled = false
  const signed = dapp.request('personal_sign', ['0x68690a', await dapp.account()]).finally(() => {
    settled = true
  })
  const sessions = [await context.newCDPSession(page), await frameSession(await widgetFrame(page))]
  let rounds = 0
  while (!settled) {
    await collectGarbage(sessions)
    rounds += 1
  }
  expect(await signed).toEqual({ is: 'ok', result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
  expect(rounds).toBeGreaterThan(2)
  // The link still works.
  expect(await dapp.request('eth_blockNumber', [])).toMatchObject({ is: 'ok' })
})

test('cancelled call › responds, aborts its request, drops the result (test 16) @timed', async ({
  page,
  world,
}) => {
  const host = await openHostileHost(page, world)
  await host.link()
  await addRawWallet(host)
  await host.respondWith('provider.request personal_sign', 'never')
  await host.call('config.set', { config: hostConfig(world) })
  await openModal(host)
  expect(await host.call('wallet.connect', { walletId })).toMatchObject({ ok: true })
  const id = await host.startCall('wallet.request', {
    method: 'personal_sign',
    params: ['0x68690a', address],
  })
  await expect.poll(async () => JSON.stringify(await host.received('replies'))).toContain('personal_sign')
  const cancelled = await page.evaluate(async (call) => {
    const { rawPeer } = window
    const start = performance.now()
    rawPeer.post('ctl', { t: 'cancel', sid: rawPeer.sid, id: call, reason: 'aborted' })
    const find = () => rawPeer.received.calls.find((reply) => JSON.stringify(reply).includes(call))
    await new Promise<void>((resolve) => {
      const checkAgain = () => (find() === undefined ? requestAnimationFrame(checkAgain) : resolve())
      checkAgain()
    })
    return { reply: find(), ms: performance.now() - start }
  }, id)
  expect(cancelled.reply).toMatchObject({
    value: { id, ok: false, error: { code: -32000, data: { reason: 'aborted' } } },
  })
  recordDuration('a cancelled call is answered', cancelled.ms, 50)

  const sentCall = (await host.received('replies')).find((call) =>
    JSON.stringify(call).includes('personal_sign'),
  )
  const { id: callId, argumentList } = Object(sentCall)
  const { id: sentCallId } = argumentList[0].value
  expect(await host.received('ctl')).toContainEqual(expect.objectContaining({ t: 'cancel', id: sentCallId }))
  await host.post('replies', {
    id: callId,
    type: 'RAW',
    value: { id: sentCallId, ok: true, result: { result: '0x00' } },
  })
  expect(await host.call('state.get')).toMatchObject({ ok: true })
  const responses = (await host.received('calls')).filter((reply) => JSON.stringify(reply).includes(id))
  expect(responses).toHaveLength(1)
})

test('round trips of 1 KB and 256 KB › succeed; more is rejected (test 17) @timed', async ({
  dapp,
  page,
}) => {
  await dapp.open()
  await page.evaluate(() => window.bridge.disconnect())
  /** The 95th percentile of the call durations, in ms. */
  const p95 = (rounds: number, variables: Readonly<Record<string, string>>) =>
    page.evaluate(
      async ([count, values]) => {
        const times: number[] = []
        for (let round = 0; round < count; round += 1) {
          const start = performance.now()
          await window.bridge.setTheme({ variables: values })
          times.push(performance.now() - start)
        }
        return times.toSorted((a, b) => a - b)[Math.floor(count * 0.95) - 1] ?? Number.NaN
      },
      [rounds, variables] as const,
    )
  const text = 'x'.repeat(125_000)
  const small = () => p95(40, { 'not-a-variable': 'x'.repeat(1_000) })
  const large = () => p95(20, { 'not-a-variable': text, nor: text })
  recordDuration('validated round trip of 1 KB, p95', await minOfThree(small), 3)
  recordDuration('validated round trip of 256 KB, p95', await minOfThree(large), 30)
  const rejected = page.evaluate(
    (values) =>
      window.bridge.setTheme({ variables: { a: values, b: values, c: values } }).catch(({ code }) => code),
    text,
  )
  expect(await rejected).toBe(-32602)
})
