import { createPublicKey, verify } from 'node:crypto'
import { u8aWrapBytes } from '@polkadot/util'
import { decodeAddress, signatureVerify } from '@polkadot/util-crypto'
import * as z from '#shared/zod.ts'
import { expect, reducedMotion, type TestAccounts, test } from '../fixtures.ts'
import { approveReviewsDuring } from '../pages/approving-reviews.ts'
import type { Dapp } from '../pages/dapp.ts'
import { checkPolkadotTransfers, checkViemSending, checkViemSigning } from '../pages/entry-pages.ts'
import { rotatingTests } from '../rotating-tests.ts'
import type { TestWorld } from '../world.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 2 })

const accountsOf = (dapp: Dapp) => dapp.page.evaluate(() => window.bridge.accounts)

/** Wallet entries as data; objects of the page are replaced by their types. */
const walletsOf = (dapp: Dapp) =>
  dapp.page.evaluate(() =>
    window.bridge.wallets.map(({ provider, extension, ...wallet }) => ({
      ...JSON.parse(JSON.stringify(wallet)),
      provider: typeof provider,
      extension: typeof extension,
    })),
  )

/** The result of a promise, or the error that the dApp gets as text. */
const outcomeOf = async (run: Promise<unknown>) => {
  try {
    return { is: 'ok', result: await run }
  } catch (error) {
    return String(error)
  }
}

test.describe('host-sdk/viem', () => {
  const open = (dapp: Dapp, testAccounts: TestAccounts) =>
    dapp.open({
      path: '/viem.html',
      wallets: [{ id: 'harbour', accounts: [testAccounts.harbour[0].label] }],
      config: { platforms: ['ethereum'], networks: ['eip155:1', 'eip155:8453'] },
    })

  rotating()(
    'viem › signs messages and typed data › signatures are the account’s',
    async ({ dapp, testAccounts, page }) => {
      await open(dapp, testAccounts)
      await dapp.connect()
      const [account] = await accountsOf(dapp)
      expect(account).toMatchObject({ platform: 'ethereum', isWalletDefault: true })
      await dapp.wallet().script({ mode: 'approve' })
      const address = z.parse(z.templateLiteral(['0x', z.string()]), account?.address)
      await approveReviewsDuring(dapp, checkViemSigning(page, address))
    },
  )

  rotating()('viem › sends a transaction › mined', async ({ dapp, testAccounts, world, page }) => {
    await open(dapp, testAccounts)
    await dapp.connect()
    await dapp.wallet().script({ mode: 'approve' })
    await checkViemSending(page, world)
  })

  rotating()(
    'viem › user rejects › viem’s error; disconnected › no wallet request',
    async ({ dapp, testAccounts, page }) => {
      await open(dapp, testAccounts)
      await dapp.connect()
      await dapp.wallet().script({ mode: 'reject' })
      expect(await outcomeOf(page.evaluate(() => window.viemDapp.signMessage('no')))).toContain(
        'User rejected the request',
      )
      const late = await page.evaluate(async () => {
        const [account] = window.bridge.accounts
        await window.bridge.disconnect()
        const request = { method: 'personal_sign', params: ['0x00', account?.address] }
        return window.bridge
          .requestWallet(account?.walletId ?? '', request)
          .catch((error) => Object(error).code)
      })
      expect(late).toBe(4100)
      expect(
        (await dapp.wallet().requestedMethods()).filter((method) => method === 'personal_sign'),
      ).toHaveLength(1)
    },
  )
})

test.describe('host-sdk/polkadot', () => {
  const open = async (dapp: Dapp, { stack }: TestWorld, testAccounts: TestAccounts) => {
    await dapp.open({
      path: '/polkadot.html',
      wallets: [{ id: 'trellis', accounts: [testAccounts.trellis] }],
      options: { node: stack.polkadot.wsUrl },
      config: { platforms: ['polkadot'], networks: [stack.polkadot.id] },
    })
    await dapp.connect('trellis', 'trellis')
    await dapp.wallet('trellis').script({ mode: 'approve' })
  }

  rotating()(
    'accounts › name, type and signers › a rename in the wallet is emitted',
    async ({ dapp, testAccounts, world, page }) => {
      await open(dapp, world, testAccounts)
      const [account] = await accountsOf(dapp)
      expect(account).toMatchObject({
        id: `polkadot:trellis:${account?.address}`,
        platform: 'polkadot',
        walletId: 'polkadot:trellis',
        name: testAccounts.trellis,
        type: 'sr25519',
      })
      await expect(page.locator('#accounts li').first()).toContainText(testAccounts.trellis)
      await page.evaluate(() => window.testWallets.trellis?.rename(0, 'Savings'))
      await expect(page.locator('#accounts li').first()).toContainText('Savings')
      expect(await walletsOf(dapp)).toContainEqual({
        id: 'polkadot:trellis',
        platform: 'polkadot',
        type: 'injected',
        name: expect.any(String),
        isConnected: true,
        extensionId: 'trellis',
        extension: 'object',
        provider: 'undefined',
      })
    },
  )

  rotating()(
    'messages › signed by both libraries, wrapped in Bytes › verify',
    async ({ dapp, testAccounts, world, page }) => {
      await open(dapp, world, testAccounts)
      const address = (await accountsOf(dapp))[0]?.address ?? ''
      const raw = await page.evaluate(() => window.polkadotDapp.signRaw('Two coffees'))
      const bytes = await page.evaluate(() => window.polkadotDapp.signBytes('Two coffees'))
      const key = decodeAddress(address)
      for (const signature of [raw.signature, bytes]) {
        expect(signatureVerify(u8aWrapBytes('Two coffees'), signature, key)).toMatchObject({
          isValid: true,
          isWrapped: true,
        })
      }
    },
  )

  rotating()(
    'transfers › @polkadot/api and the polkadot-api signer › in a block',
    async ({ dapp, testAccounts, world, page }) => {
      await open(dapp, world, testAccounts)
      // It is reviewed, because the transaction that polkadot-api signs here never expires.
      await approveReviewsDuring(dapp, checkPolkadotTransfers(page, world))
    },
  )

  rotating()(
    'extrinsic version 5 › rejected with the reason › the wallet gets no request',
    async ({ dapp, testAccounts, world, page }) => {
      await open(dapp, world, testAccounts)
      expect(await outcomeOf(page.evaluate(() => window.polkadotDapp.signVersion(5)))).toContain(
        'Only extrinsic version 4 is supported, not 5',
      )
      expect(await dapp.wallet('trellis').requestedMethods()).not.toContain('injectedWeb3:signPayload')
    },
  )
})

test.describe('wallet entries', () => {
  rotating()(
    'accounts of three ecosystems › reload › all restored, in the same order',
    async ({ dapp, world, page }) => {
      const { solana, polkadot } = world.stack
      await dapp.open({
        wallets: [{ id: 'voyager', script: { mode: 'approve' } }],
        config: {
          platforms: ['ethereum', 'solana', 'polkadot'],
          networks: ['eip155:1', solana.id, polkadot.id],
        },
      })
      const ids = ['ethereum:test.voyager', 'solana:Voyager', 'polkadot:voyager']
      await dapp.openModal()
      for (const id of ids) {
        await expect.poll(async () => (await walletsOf(dapp)).map((wallet) => wallet.id)).toContain(id)
        await page.evaluate(
          (walletId) => window.bridge.wallets.find((wallet) => wallet.id === walletId)?.connect(),
          id,
        )
      }
      expect((await accountsOf(dapp)).map(({ walletId }) => walletId).sort()).toEqual([...ids].sort())
      // Records the accounts that the page renders in each frame after the reload.
      await page.addInitScript(() => {
        const frames: string[] = []
        Object.defineProperty(globalThis, 'framesOfAccounts', { value: frames })
        const sample = () => {
          const { bridge } = window
          const now = JSON.stringify(bridge?.accounts.map(({ id }) => id) ?? [])
          if (frames.at(-1) !== now) frames.push(now)
          requestAnimationFrame(sample)
        }
        requestAnimationFrame(sample)
      })
      await page.reload()
      await expect.poll(async () => (await accountsOf(dapp)).length).toBe(3)
      const frames = z.parse(
        z.array(z.string()),
        await page.evaluate(() => Reflect.get(globalThis, 'framesOfAccounts')),
      )
      const lists = frames.map((frame) => z.parse(z.array(z.string()), JSON.parse(frame)))
      const last = lists.at(-1) ?? []
      for (const [at, list] of lists.entries()) {
        expect(last.filter((id) => list.includes(id))).toEqual(list)
        expect(list.length).toBeGreaterThanOrEqual(lists[at - 1]?.length ?? 0)
      }
    },
  )

  rotating()(
    'Solana entry › connects, signs a message that verifies, disconnects',
    async ({ dapp, world, page }) => {
      await dapp.open({
        wallets: [{ id: 'beacon', namespaces: ['solana'] }],
        config: { platforms: ['solana'], networks: [world.stack.solana.id] },
      })
      await dapp.wallet('beacon').script({ mode: 'approve' })
      const id = 'solana:Beacon Wallet'
      await dapp.openModal()
      await expect.poll(async () => (await walletsOf(dapp)).map((wallet) => wallet.id)).toContain(id)
      await page.evaluate(
        (walletId) => window.bridge.wallets.find((wallet) => wallet.id === walletId)?.connect(),
        id,
      )
      const [account] = await accountsOf(dapp)
      expect(account).toMatchObject({ id: `${id}:${account?.address}`, platform: 'solana', walletId: id })
      const response = await page.evaluate(
        ([walletId, address]) => {
          const params = { address, message: btoa('Two coffees') }
          return window.bridge.requestWallet(walletId, { method: 'solana:signMessage', params })
        },
        [id, account?.address ?? ''] as const,
      )
      const { signature } = z.parse(z.object({ signature: z.string() }), response)
      const { publicKey } = ed25519Of(account?.address ?? '')
      expect(verify(null, Buffer.from('Two coffees'), publicKey, Buffer.from(signature, 'base64'))).toBe(true)
      await page.evaluate(
        (walletId) => window.bridge.wallets.find((wallet) => wallet.id === walletId)?.disconnect(),
        id,
      )
      await expect.poll(async () => (await accountsOf(dapp)).length).toBe(0)
      const entry = (await walletsOf(dapp)).find((wallet) => wallet.id === id)
      expect(entry).toMatchObject({
        isConnected: false,
        type: 'injected',
        provider: 'undefined',
        extension: 'undefined',
      })
    },
  )
})

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The Ed25519 key of a Solana address. */
function ed25519Of(address: string) {
  const number = [...address].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
  const x = Buffer.from(number.toString(16).padStart(64, '0'), 'hex').toString('base64url')
  return { publicKey: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }) }
}
