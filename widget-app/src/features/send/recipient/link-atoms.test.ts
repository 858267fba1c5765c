import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TestWorld } from '#widget/testing/world.ts'
import { chooseTokenAtom } from '../action-atoms.ts'
import { draftAtom } from '../atoms.ts'
import { amountAtom, previewAtom, recipientAtom } from '../send-form.ts'
import { amountTextAtom } from '../send-texts.ts'
import {
  base,
  daiAddress,
  ethereum,
  receiver,
  sender,
  sendWorld,
  usdcAddress,
} from '../testing/send-world.ts'
import { clearLinkAtom, fromLinkAtom, setRecipientAtom } from './link-atoms.ts'

function formWorld(): TestWorld {
  const world = sendWorld()
  for (const one of [recipientAtom, previewAtom, amountAtom, amountTextAtom])
    onTestFinished(world.store.sub(one, () => undefined))
  return world
}
const take = (world: TestWorld, text: string) => world.store.set(setRecipientAtom, text)

describe('takeRecipientAtom', () => {
  it('behavior: a link of a token fills in recipient, token and amount to the base unit, marked as the link’s', async () => {
    const world = formWorld()
    const { store } = world
    await take(world, `ethereum:${usdcAddress}@1/transfer?address=${receiver}&uint256=1.25e6`)
    await vi.waitFor(() => expect(store.get(previewAtom)?.transfer.value).toBe(1_250_000n))
    expect(store.get(previewAtom)?.transfer).toMatchObject({ to: receiver, asset: { address: usdcAddress } })
    expect([store.get(amountTextAtom), store.get(fromLinkAtom)]).toEqual(['1.25', ['to', 'amount', 'asset']])
  })

  it('behavior: what the person changes is theirs; Clear empties the form of the rest', async () => {
    const world = formWorld()
    const { store } = world
    await take(world, `ethereum:${receiver}@1?value=2.5e17`)
    store.set(draftAtom, { amount: { is: 'typed', text: '0.3' } })
    expect(store.get(fromLinkAtom)).toEqual(['to', 'asset'])
    store.set(clearLinkAtom)
    expect(store.get(draftAtom)).toMatchObject({ to: '', asset: undefined, link: undefined })
    expect(store.get(fromLinkAtom)).toBeUndefined()
  })

  it('behavior: another token keeps the digits on screen, not the base units behind them', async () => {
    const world = formWorld()
    const { store } = world
    await take(world, `ethereum:${receiver}@1?value=2.5e17`)
    await vi.waitFor(() => expect(store.get(amountTextAtom)).toBe('0.25'))
    store.set(chooseTokenAtom, { chain: ethereum, address: usdcAddress })
    await vi.waitFor(() => expect(store.get(amountAtom)).toEqual({ is: 'amount', value: 250_000n }))
  })

  it.each([
    ['another token', `ethereum:${daiAddress}@1/transfer?address=${receiver}`],
    ['another network', `ethereum:${receiver}@8453`],
    ['another account', `ethereum:${sender}`],
  ])(
    'error: a second link, of %s and without an amount, does not take the base units of the first',
    async (_, next) => {
      const world = formWorld()
      await take(world, `ethereum:${usdcAddress}@1/transfer?address=${receiver}&uint256=100000000`)
      await take(world, next)
      expect(world.store.get(draftAtom).amount).toEqual({ is: 'typed', text: '' })
    },
  )

  it('behavior: what the person typed stays when a link names no amount', async () => {
    const world = formWorld()
    world.store.set(draftAtom, { amount: { is: 'typed', text: '0.3' } })
    await take(world, `ethereum:${receiver}`)
    expect(world.store.get(draftAtom).amount).toEqual({ is: 'typed', text: '0.3' })
  })

  it('behavior: an account alone leaves the token; another network of the site is taken over', async () => {
    const world = formWorld()
    const { store } = world
    store.set(draftAtom, { asset: { chain: ethereum, address: usdcAddress } })
    await take(world, `ethereum:${receiver}`)
    expect(store.get(draftAtom)).toMatchObject({ to: receiver, asset: { address: usdcAddress } })
    await take(world, `ethereum:${receiver}@8453`)
    expect(store.get(draftAtom).asset).toEqual({ chain: base, address: undefined })
  })

  it.each([
    ['solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=1', 'other-ecosystem'],
    [`ethereum:${receiver}@10?value=1`, 'unknown-network'],
    [`ethereum:${receiver}@99999999999999999999999999999999?value=1`, 'unknown-network'],
    [`ethereum:${usdcAddress}/approve?address=${receiver}&uint256=1`, 'contract-call'],
    [`ethereum:${receiver}?value=-1`, 'amount'],
  ])('error: %s fills in nothing and says why: %s', async (link, why) => {
    const world = formWorld()
    await take(world, link)
    expect(world.store.get(recipientAtom)).toEqual({ is: 'refused-link', why })
    expect(world.store.get(draftAtom)).toMatchObject({ asset: undefined, link: undefined })
  })

  it('error: a wrong letter in an address of the link is a checksum error, in its token an error of the link', async () => {
    const world = formWorld()
    const wrong = (address: string) => address.replace('E', 'e')
    await take(world, `ethereum:${wrong(receiver)}@1?value=1`)
    await vi.waitFor(() => expect(world.store.get(recipientAtom)).toEqual({ is: 'refused', why: 'checksum' }))
    await take(world, `ethereum:${wrong(usdcAddress)}@1/transfer?address=${receiver}`)
    expect(world.store.get(draftAtom)).toMatchObject({ to: expect.stringContaining('ethereum:') })
    await vi.waitFor(() => expect(world.store.get(recipientAtom)).toMatchObject({ why: 'address' }))
  })

  it('behavior: what is typed while a link is read stands', async () => {
    const world = formWorld()
    const reading = take(world, `ethereum:${receiver}@1?value=1`)
    world.store.set(draftAtom, { to: 'other' })
    await reading
    expect(world.store.get(draftAtom)).toMatchObject({ to: 'other', link: undefined })
  })
})
