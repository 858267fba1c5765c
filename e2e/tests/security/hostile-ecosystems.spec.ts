import * as z from '#shared/zod.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import type { TestWorld } from '../world.ts'
import { widgetFrame } from './frames.ts'

test.use(reducedMotion)

const beacon = { id: 'beacon', namespaces: ['solana'] } as const
const trellis = { id: 'trellis', namespaces: ['polkadot'] } as const

const configOf = ({ stack }: TestWorld) => ({
  platforms: ['solana', 'polkadot'],
  networks: [stack.solana.id, stack.polkadot.id],
})

const attacker = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

async function lamports({ stack }: TestWorld, address: string): Promise<number> {
  const response = await fetch(stack.solana.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] }),
  })
  const responseSchema = z.object({ result: z.object({ value: z.int() }) })
  return z.parse(responseSchema, await response.json()).result.value
}

test('Solana, Polkadot wallets injected in the widget’s frame › not listed (test 36)', async ({
  dapp,
  page,
  world,
}) => {
  await page.addInitScript(() => {
    if (!location.pathname.startsWith('/embed/1/')) return
    const wallet = Object.freeze({
      version: '1.0.0',
      name: 'Injected inside',
      icon: 'data:image/png;base64,',
      chains: ['solana:mainnet', 'solana:localnet'],
      features: {
        'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) },
        'standard:events': { version: '1.0.0', on: () => () => {} },
        'solana:signTransaction': { version: '1.0.0', signTransaction: async () => [] },
      },
      accounts: [],
    })
    const register = (api: unknown) => Object(api).register?.(wallet)
    const announce = () =>
      dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    addEventListener('wallet-standard:app-ready', (event) => register(Object(event).detail))
    addEventListener('load', announce)
    announce()
    Object.defineProperty(window, 'injectedWeb3', {
      value: { 'inside-js': { version: '1', enable: async () => ({}) } },
    })
  })
  await dapp.open({ wallets: [beacon, trellis], config: configOf(world) })
  const widget = await dapp.openModal()
  await expect(widget.rowsOf('Your wallets')).toHaveText([/^Beacon Wallet/, /^Trellis Wallet/])
  const frame = await widgetFrame(page)
  await frame.evaluate(() => dispatchEvent(new Event('wallet-standard:app-ready')))
  await expect(widget.rowsOf('Your wallets')).toHaveCount(2)
  await expect(widget.text(/inside/)).toHaveCount(0)
})

test('Solana, Polkadot twins after connecting › marked, take nothing over (test 36)', async ({
  dapp,
  page,
  world,
}) => {
  await dapp.open({ wallets: [beacon, trellis], config: configOf(world) })
  await dapp.connect('Beacon Wallet', 'beacon')
  await dapp.openView({ namespace: 'polkadot' })
  const { widget } = dapp
  await widget.button(/^Connect a wallet for/).click()
  await widget.clickRow('Trellis Wallet')
  await dapp.wallet('trellis').approve()
  await expect.poll(async () => (await dapp.state()).accounts.length).toBeGreaterThan(1)
  await dapp.waitForPointer()
  const before = (await dapp.state()).accounts
  await page.evaluate(() => {
    const twinCalls: string[] = []
    Object.defineProperty(window, 'twinsAsked', { value: twinCalls })
    const record = async (what: string) => {
      twinCalls.push(what)
      return { accounts: [] }
    }
    const wallet = {
      version: '1.0.0',
      name: 'Beacon Wallet',
      icon: 'data:image/png;base64,',
      chains: ['solana:mainnet', 'solana:localnet'],
      features: {
        'standard:connect': { version: '1.0.0', connect: () => record('connect') },
        'standard:events': { version: '1.0.0', on: () => () => {} },
        'solana:signTransaction': { version: '1.0.0', signTransaction: () => record('sign') },
      },
      accounts: [],
    }
    dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: (api: unknown) => Object(api).register(wallet),
      }),
    )
    const { injectedWeb3 } = Object(window)
    injectedWeb3.trellis = { version: '1', enable: () => record('enable') }
  })
  await dapp.openModal()
  await widget.shows('Account')
  await widget.clickRow('Trellis Wallet')
  await widget.shows('Wallets')
  for (const [ecosystem, name] of [
    ['Solana', 'Beacon Wallet'],
    ['Polkadot', 'Trellis Wallet'],
  ] as const) {
    await widget.rowsOf(ecosystem).filter({ hasText: 'Use another wallet' }).getByRole('button').click()
    await widget.shows('Connect wallet')
    await expect(widget.rowsOf('Your wallets')).toHaveText([new RegExp(`^${name}.*Duplicate`)])
    await widget.back.click()
    await widget.shows('Wallets')
  }
  expect((await dapp.state()).accounts).toEqual(before)
  expect(await page.evaluate(() => Reflect.get(window, 'twinsAsked'))).toEqual([])
})

test('Solana wallet changes the recipient › not sent, warning shown (test 43)', async ({
  dapp,
  testAccounts,
  world,
}) => {
  for (const solanaSigning of [['signTransaction'], ['signAndSendTransaction']]) {
    await dapp.open({
      wallets: [
        { ...beacon, accounts: [testAccounts.beacon], solanaSigning, script: { tamperTo: attacker } },
      ],
      config: { platforms: ['solana'], networks: [world.stack.solana.id] },
    })
    if ((await dapp.account()) === undefined && solanaSigning[0] === 'signTransaction')
      await dapp.connect('Beacon Wallet', 'beacon')
    else await expect.poll(() => dapp.account()).toBeDefined()
    const widget = await dapp.openModal()
    await widget.openSend()
    await widget.fillSend({ token: 'SOL', amount: '1.5', to: 'J4Lq4jQZVEcp4SdNrkBNjwWJtTzLPXoYFp2KzC8gkKZb' })
    const before = await lamports(world, attacker)
    await dapp.wallet('beacon').script({ mode: 'approve' })
    await widget.button('Send in Beacon Wallet').click()
    await widget.alerts('This isn’t what you approved')
    const isSentByWidget = solanaSigning[0] === 'signTransaction'
    expect((await lamports(world, attacker)) - before).toBe(isSentByWidget ? 0 : 1_500_000_000)
  }
})

test('R11 › Polkadot wallet signs another recipient › not sent, warning (test 43)', async ({
  dapp,
  world,
}) => {
  const { id, accounts } = world.stack.polkadot
  const to = accounts.find(({ label }) => label === 'spare-2')?.address ?? ''
  await dapp.open({
    wallets: [{ ...trellis, script: { tamperTo: `0x${'22'.repeat(32)}` } }],
    config: { platforms: ['polkadot'], networks: [id] },
  })
  await dapp.connect('Trellis Wallet', 'trellis')
  const widget = await dapp.openModal()
  await widget.openSend()
  await widget.fillSend({ token: 'ROC', amount: '2.5', to })
  await dapp.wallet('trellis').script({ mode: 'approve' })
  await widget.button('Send in Trellis Wallet').click()
  await widget.alerts('This isn’t what you approved')
})
