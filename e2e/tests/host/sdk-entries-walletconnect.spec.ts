import { u8aWrapBytes } from '@polkadot/util'
import { decodeAddress, signatureVerify } from '@polkadot/util-crypto'
import * as z from '#shared/zod.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { approveReviewsDuring } from '../pages/approving-reviews.ts'
import type { Dapp } from '../pages/dapp.ts'
import { checkPolkadotTransfers, checkViemSending, checkViemSigning } from '../pages/entry-pages.ts'
import type { Phone } from '../pages/phone.ts'
import { rotatingTests } from '../rotating-tests.ts'
import type { TestWorld } from '../world.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 2 })

const hexAddress = z.templateLiteral(['0x', z.string()])

test.describe('host-sdk/viem over WalletConnect', () => {
  const open = async (dapp: Dapp, phone: Phone) => {
    await dapp.open({
      path: '/viem.html',
      wallets: 'none',
      config: { platforms: ['ethereum'], networks: ['eip155:1', 'eip155:8453'] },
    })
    await dapp.connectPhone(phone)
  }

  rotating()(
    'viem › message and typed data › accounts are the phone’s, signatures verify',
    async ({ dapp, phone, page }) => {
      await open(dapp, phone)
      const address = z.parse(hexAddress, await phone.address('eip155:1'))
      const [wallet] = (await dapp.state()).wallets
      expect(wallet).toMatchObject({ platform: 'ethereum', type: 'appKit', isConnected: true })
      expect(await page.evaluate(() => window.bridge.accounts)).toEqual([
        {
          id: `${wallet?.id}:${address}`,
          platform: 'ethereum',
          namespace: 'eip155',
          address,
          walletName: 'Pocket Wallet',
          walletId: wallet?.id,
          isWalletDefault: true,
        },
      ])
      await expect(page.locator('#accounts li')).toHaveCount(1)

      await approveReviewsDuring(dapp, checkViemSigning(page, address))
      expect(await phone.asked()).toEqual(['proposal', 'personal_sign', 'eth_signTypedData_v4'])
    },
  )

  rotating()(
    'viem › transaction over the phone › mined; a rejection is viem’s error',
    async ({ dapp, phone, world, page }) => {
      await open(dapp, phone)
      await checkViemSending(page, world)
      await phone.script({ requests: { is: 'reject' } })
      const rejected = page.evaluate(() => window.viemDapp.signMessage('no').catch(String))
      expect(await rejected).toContain('User rejected the request')
    },
  )
})

test.describe('host-sdk/polkadot and host-sdk/polkadot-js over WalletConnect', () => {
  const open = async (dapp: Dapp, phone: Phone, { stack }: TestWorld) => {
    await dapp.open({
      path: '/polkadot.html',
      wallets: 'none',
      options: { node: stack.polkadot.wsUrl },
      config: { platforms: ['polkadot'], networks: [stack.polkadot.id] },
    })
    await dapp.connectPhone(phone)
    return phone.address(stack.polkadot.id)
  }

  rotating()(
    'account › approved network › messages of both libraries verify',
    async ({ dapp, phone, world, page }) => {
      const address = await open(dapp, phone, world)
      const [account] = await page.evaluate(() => window.bridge.accounts)
      expect(account).toMatchObject({ platform: 'polkadot', address, type: 'sr25519' })
      expect(account?.id).toBe(`${account?.walletId}:${address}`)
      const { signature: raw } = await page.evaluate(() => window.polkadotDapp.signRaw('Two coffees'))
      const bytes = await page.evaluate(() => window.polkadotDapp.signBytes('Two coffees'))
      const alone = await page.evaluate(() => window.polkadotDapp.signRawAlone('Two coffees'))
      for (const signature of [raw, bytes, alone?.signature ?? '0x']) {
        expect(signatureVerify(u8aWrapBytes('Two coffees'), signature, decodeAddress(address))).toMatchObject(
          {
            isValid: true,
            isWrapped: true,
          },
        )
      }
      const message = 'polkadot_signMessage'
      expect(await phone.asked()).toEqual(['proposal', message, message, message])
    },
  )

  rotating()(
    'transfers of @polkadot/api and polkadot-api › phone signs › in a block',
    async ({ dapp, phone, world, page }) => {
      await open(dapp, phone, world)
      await approveReviewsDuring(dapp, checkPolkadotTransfers(page, world))
      const transaction = 'polkadot_signTransaction'
      expect(await phone.asked()).toEqual(['proposal', transaction, transaction])
    },
  )
})
