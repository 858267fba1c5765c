import { expect, reducedMotion, test } from '../fixtures.ts'
import { widgetFrame } from './frames.ts'
import {
  hostConfig,
  openHostileHost,
  openHostileWidget,
  openWithHostileWidget,
  type RawPeer,
} from './raw-peer.ts'
import { recordMessages } from './record-messages.ts'

test.use(reducedMotion)

/** Eight message types with which unmodified comlink serves a hostile peer, and other frames that it would accept. */
const attacks = [
  {
    name: 'CONSTRUCT',
    frame: {
      type: 'CONSTRUCT',
      path: ['constructor', 'constructor'],
      argumentList: [{ type: 'RAW', value: 'globalThis.polluted = 1' }],
    },
  },
  {
    name: 'SET of the prototype',
    frame: { type: 'SET', path: ['__proto__', 'polluted'], value: { type: 'RAW', value: 1 } },
  },
  { name: 'GET', frame: { type: 'GET', path: ['dispatch'] } },
  { name: 'ENDPOINT', frame: { type: 'ENDPOINT', path: [] } },
  {
    name: 'argument through the proxy handler',
    frame: {
      type: 'APPLY',
      path: ['dispatch'],
      argumentList: [{ type: 'HANDLER', name: 'proxy', value: null }],
    },
  },
  {
    name: 'argument through the throw handler',
    frame: {
      type: 'APPLY',
      path: ['dispatch'],
      argumentList: [{ type: 'HANDLER', name: 'throw', value: { isError: true, value: { message: 'x' } } }],
    },
  },
  {
    name: 'argument through an unknown handler',
    frame: {
      type: 'APPLY',
      path: ['dispatch'],
      argumentList: [{ type: 'HANDLER', name: 'nobody', value: 1 }],
    },
  },
  { name: 'inherited APPLY', frame: { type: 'APPLY', path: ['toString'], argumentList: [] } },
  { name: 'RELEASE', frame: { type: 'RELEASE' } },
  { name: 'own __proto__ in the parameters', frame: 'polluting call' },
  {
    name: 'a second argument',
    frame: {
      type: 'APPLY',
      path: ['dispatch'],
      argumentList: [
        { type: 'RAW', value: {} },
        { type: 'RAW', value: {} },
      ],
    },
  },
  { name: 'a port in the message', frame: 'call with a port' },
] as const

const strikes = 3
type Attack = (typeof attacks)[number]

const groups = Array.from({ length: attacks.length / strikes }, (_, at) =>
  attacks.slice(at * strikes, at * strikes + strikes),
)
const idOf = ({ name }: Attack) => `attack ${name}`

/** Posts an attack without waiting for a response. */
const postAttack = (peer: RawPeer, attack: Attack) =>
  peer.target.evaluate(
    ([frame, id]) => {
      const { rawPeer } = window
      const call = { ...rawPeer.frame('state.get', {}), id }
      if (frame === 'call with a port') return rawPeer.post('calls', call, [new MessageChannel().port1])
      if (frame !== 'polluting call') return rawPeer.post('calls', { ...frame, id })
      const params: unknown = JSON.parse('{"__proto__":{"polluted":1}}')
      rawPeer.post('calls', { ...rawPeer.frame('state.get', params), id })
    },
    [attack.frame, idOf(attack)] as const,
  )

/** One rejection for each attack, without port, proxy or stack. */
const rejectionsOf = (group: readonly Attack[]) =>
  group.map((attack) => ({
    id: idOf(attack),
    type: 'RAW',
    value: {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      ok: false,
      error: { code: -32600, message: 'Invalid request' },
    },
  }))

test('raw comlink on widget › −32600, third strike closes, new link works (test 10)', async ({
  page,
  world,
}) => {
  const host = await openHostileHost(page, world)
  for (const group of groups) {
    await host.link()
    for (const attack of group) await postAttack(host, attack)
    await host.isClosedByStrikes()
    expect(await host.received('calls')).toEqual(rejectionsOf(group))
    const polluted = page.frames().map((frame) => frame.evaluate(() => Reflect.get({}, 'polluted')))
    expect(await Promise.all(polluted)).toEqual([undefined, undefined])
  }
  await host.link()
  expect(await host.call('state.get')).toMatchObject({ ok: true, result: { status: 'disconnected' } })
})

test('raw comlink on the page › −32600, third strike closes, new link works (test 10)', async ({
  dapp,
  page,
  browserErrors,
}) => {
  // The SDK logs each widget document that it removes.
  browserErrors.expect(/could not be loaded/)
  // The page removes the frame with the link, so its responses are recorded in the page.
  const posted = await recordMessages(page)
  await openWithHostileWidget(dapp)
  for (const group of groups) {
    const widget = await openHostileWidget(page)
    // The page may remove the frame before `evaluate` resolves; the recorded responses are checked instead.
    await Promise.allSettled(group.map((attack) => postAttack(widget, attack)))
    await expect
      .poll(() => posted(), 'three strikes close the link')
      .toContainEqual({ t: 'bye', sid: widget.sid, reason: 'strike' })
    const ids = group.map(idOf)
    const responses = (await posted()).filter((message) => ids.includes(String(Object(message).id)))
    expect(responses).toEqual(rejectionsOf(group))
    expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined()
    await expect.poll(() => widget.isGone(), 'its frame is taken away').toBe(true)
  }
  const widget = await openHostileWidget(page)
  expect(await widget.call('overlay.show')).toMatchObject({ ok: true, result: {} })
})

test('hostile widget › method the dApp may not call, unknown handle › rejected', async ({ dapp, page }) => {
  await openWithHostileWidget(dapp)
  const widget = await openHostileWidget(page)
  const { result } = await widget.call('wallets.watch')
  const [{ handle }] = result.wallets
  for (const method of ['eth_sign', 'eth_decrypt', 'wallet_invokeSnap', 'toString', '__proto__']) {
    expect(await widget.call('provider.request', { handle, method, params: [] }), method).toMatchObject({
      ok: false,
      error: { code: 4200 },
    })
  }
  expect(
    await widget.call('provider.request', { handle: '0'.repeat(32), method: 'eth_accounts' }),
  ).toMatchObject({ ok: false, error: { code: 4900 } })
  expect(await widget.call('eval', { code: '1' })).toMatchObject({ ok: false, error: { code: -32601 } })
  expect(await dapp.wallet('harbour').requestedMethods()).toEqual([])
  // The widget may send the methods that the dApp may send.
  expect(await widget.call('provider.request', { handle, method: 'eth_accounts' })).toMatchObject({
    ok: true,
    result: { result: [] },
  })
})

test('duplicate id, stale sequence, other session, version › −32600 (test 14)', async ({ page, world }) => {
  const host = await openHostileHost(page, world)
  await host.link()
  const id = 'abcdef0123456789abcdef0123456789'
  const rejected = { ok: false, error: { code: -32600 } }
  expect(await host.call('state.get', {}, { id })).toMatchObject({ id, ok: true })
  expect(await host.call('state.get', {}, { id }), 'duplicate id').toMatchObject({ id, ...rejected })
  expect(await host.call('state.get', {}, { seq: 1 }), 'stale sequence').toMatchObject(rejected)
  expect(await host.call('state.get', {}, { sid: id }), 'foreign session').toMatchObject(rejected)
  expect(await host.call('state.get', {}, { v: 2 }), 'another version').toMatchObject(rejected)
  // These rejections do not count as strikes.
  expect(await host.call('state.get')).toMatchObject({ ok: true })
  expect(await host.received('ctl')).not.toContainEqual(expect.objectContaining({ t: 'bye' }))
})

test('control messages › malformed, other session › strikes, widget reports why', async ({ page, world }) => {
  const host = await openHostileHost(page, world)
  const sid = 'f'.repeat(32)
  await host.link()
  await host.post('ctl', { t: 'ping', sid, n: 1 })
  await host.post('ctl', { t: 'evt', sid, seq: 1, topic: 'wallets', payload: [] })
  await host.post('ctl', 'bye')
  await host.isClosedByStrikes()
  expect(await host.received('ctl')).not.toContainEqual(expect.objectContaining({ t: 'pong' }))

  await host.link()
  // The widget accepts responses from its first call on.
  expect(await host.call('config.set', { config: hostConfig(world) })).toMatchObject({ ok: true })
  await page.evaluate(() => window.rawPeer.post('calls', window.rawPeer.frame('modal.open', {})))
  await expect.poll(() => host.received('replies')).not.toEqual([])
  await page.evaluate(() => {
    const { rawPeer } = window
    const wallets = { t: 'evt', sid: rawPeer.sid, seq: 1, topic: 'wallets', payload: [{ name: 'half' }] }
    rawPeer.post('ctl', wallets)
    rawPeer.post('replies', { id: 'nobody asked', type: 'RAW', value: { id: 'a'.repeat(32), ok: true } })
    rawPeer.post('ctl', { t: 'accept', sid: rawPeer.sid, v: 1, widget: '1', caps: [] })
  })
  await host.isClosedByStrikes()
  const widget = await widgetFrame(page)
  await expect(widget.getByText('This site sent invalid data')).toBeVisible()
})
