import { ed25519Verify, signatureVerify } from '@polkadot/util-crypto'
import { expect, test } from './fixtures.ts'

/** What `@wallet-standard/app` and `@polkadot/extension-dapp` do in a page, without their code. */
declare global {
  interface Window {
    found: { accounts: readonly { address: string }[]; features: Record<string, Record<string, Call>> }[]
    heard: string[][]
    injected: {
      accounts: {
        get(): Promise<object[]>
        subscribe(listener: (list: { address: string }[]) => void): () => void
      }
      signer: { signRaw(raw: object): Promise<{ signature: string }> }
    }
  }
}
type Call = (...args: unknown[]) => Promise<Record<string, unknown>>

test('behavior: dApps of Solana and Polkadot find the widget by themselves, connect through its modal, sign, and hear of the end', async ({
  dapp,
  world,
  hands,
  page,
}) => {
  const { solana, polkadot } = world.stack
  const of = (accounts: readonly { label: string; address: string }[], label: string) =>
    accounts.find((account) => account.label === label)?.address ?? ''
  await dapp.open({
    wallets: [
      { id: 'beacon', namespaces: ['solana'], accounts: [hands.beacon] },
      { id: 'trellis', accounts: [hands.trellis] },
    ],
    config: { platforms: ['solana', 'polkadot'], networks: [solana.id, polkadot.id] },
  })
  await page.evaluate(() => {
    window.found = []
    window.heard = []
    const api = {
      register: (wallet: (typeof window.found)[0] & { name: string }) => {
        if (wallet.name === 'Drawbridge') window.found.push(wallet)
        return () => {}
      },
    }
    addEventListener('wallet-standard:register-wallet', (event) => Reflect.get(event, 'detail')(api))
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  })
  await expect.poll(() => page.evaluate(() => window.found.length)).toBe(1)

  // Solana
  const connecting = page.evaluate(async () => {
    const [wallet] = window.found
    wallet?.features['standard:events']?.on?.('change', (change: { accounts: { address: string }[] }) =>
      window.heard.push(change.accounts.map(({ address }) => address)),
    )
    await wallet?.features['standard:connect']?.connect?.()
    return wallet?.accounts[0]?.address
  })
  await expect(dapp.widget.row('Drawbridge')).toBeHidden()
  await dapp.widget.row('Beacon Wallet').click()
  await dapp.wallet('beacon').approve()
  const onSolana = of(solana.accounts, hands.beacon)
  expect(await connecting).toBe(onSolana)
  await dapp.wallet('beacon').script({ mode: 'approve' })
  const signedIn = await page.evaluate(async () => {
    const [wallet] = window.found
    const outputs = await wallet?.features['solana:signIn']?.signIn?.({ statement: 'Two coffees' })
    const { signedMessage, signature, account } = Object(outputs)[0]
    return [[...signedMessage], [...signature], [...account.publicKey]]
  })
  const [message, signature, publicKey] = signedIn.map((bytes) => Uint8Array.from(bytes))
  expect(ed25519Verify(message ?? '', signature ?? '', publicKey ?? '')).toBe(true)
  expect(new TextDecoder().decode(message)).toBe(
    `${new URL(world.stack.dapp.origin).host} wants you to sign in with your Solana account:\n${onSolana}\n\nTwo coffees`,
  )

  // Polkadot
  await dapp.isClear()
  const enabling = page.evaluate(async () => {
    const entries = Object(Reflect.get(window, 'injectedWeb3'))
    window.injected = await entries.drawbridge.enable('A dApp')
    window.injected.accounts.subscribe((list) => window.heard.push(list.map(({ address }) => address)))
    return window.injected.accounts.get()
  })
  await dapp.widget.button(/^Connect a wallet for/).click()
  await dapp.widget.row('Trellis Wallet').click()
  await dapp.wallet('trellis').approve()
  const onPolkadot = of(polkadot.accounts, hands.trellis)
  expect(await enabling).toMatchObject([{ address: onPolkadot, type: 'sr25519' }])
  await dapp.wallet('trellis').script({ mode: 'approve' })
  const raw = await page.evaluate(
    (address) => window.injected.signer.signRaw({ address, data: '0x686f', type: 'bytes' }),
    onPolkadot,
  )
  expect(signatureVerify('0x686f', raw.signature, onPolkadot).isValid).toBe(true)
  await dapp.wallet('trellis').script({ mode: 'reject' })
  const refusal = await page.evaluate(async (address) => {
    const error = await window.injected.signer.signRaw({ address, data: '0x686f' }).catch((fault) => fault)
    return [Object(error).code, String(Object(error).message)]
  }, onPolkadot)
  expect(refusal).toEqual([4001, 'Cancelled'])

  // What ends in the widget is heard by both, once.
  await page.evaluate(() => window.found[0]?.features['standard:disconnect']?.disconnect?.())
  await page.evaluate(() => window.bridge.disconnect())
  await expect.poll(() => page.evaluate(() => window.heard)).toEqual([[onSolana], [onPolkadot], [], []])
})
