import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TestWorld } from '#widget/testing/world.ts'
import {
  base,
  daiAddress,
  ethereum,
  recipient,
  sender,
  sendWorld,
  usdcAddress,
} from '../testing/send-world.ts'
import { selectTokenAtom } from './actions.ts'
import { draftAtom } from './draft.ts'
import { amountAtom, previewAtom, recipientAtom } from './form.ts'
import { clearLinkAtom, fromLinkAtom, setRecipientAtom } from './link.ts'
import { amountTextAtom } from './texts.ts'

function formWorld(): TestWorld {
  const world = sendWorld()
  for (const one of [recipientAtom, previewAtom, amountAtom, amountTextAtom])
    onTestFinished(world.store.sub(one, () => undefined))
  return world
}
const setRecipient = (world: TestWorld, text: string) => world.store.set(setRecipientAtom, text)

describe('setRecipientAtom', () => {
  it('token link › fills in recipient, token and exact amount, marked as from link', async () => {
    const world = formWorld()
    const { store } = world
    await setRecipient(world, `ethereum:${usdcAddress}@1/transfer?address=${recipient}&uint256=1.25e6`)
    await vi.waitFor(() => expect(store.get(previewAtom)?.transfer.value).toBe(1_250_000n))
    expect(store.get(previewAtom)?.transfer).toMatchObject({ to: recipient, asset: { address: usdcAddress } })
    expect([store.get(amountTextAtom), store.get(fromLinkAtom)]).toEqual(['1.25', ['to', 'amount', 'asset']])
  })

  it('user edits a link’s field › is the user’s; Clear empties the form', async () => {
    const world = formWorld()
    const { store } = world
    await setRecipient(world, `ethereum:${recipient}@1?value=2.5e17`)
    store.set(draftAtom, { amount: { is: 'typed', text: '0.3' } })
    expect(store.get(fromLinkAtom)).toEqual(['to', 'asset'])
    store.set(clearLinkAtom)
    expect(store.get(draftAtom)).toMatchObject({ to: '', asset: undefined, link: undefined })
    expect(store.get(fromLinkAtom)).toBeUndefined()
  })

  it('another token › keeps the displayed digits, not the base units', async () => {
    const world = formWorld()
    const { store } = world
    await setRecipient(world, `ethereum:${recipient}@1?value=2.5e17`)
    await vi.waitFor(() => expect(store.get(amountTextAtom)).toBe('0.25'))
    store.set(selectTokenAtom, { chain: ethereum, address: usdcAddress })
    await vi.waitFor(() => expect(store.get(amountAtom)).toEqual({ is: 'amount', value: 250_000n }))
  })

  it.each([
    ['another token', `ethereum:${daiAddress}@1/transfer?address=${recipient}`],
    ['another network', `ethereum:${recipient}@8453`],
    ['another account', `ethereum:${sender}`],
  ])('second link of %s, no amount › drops the base units of the first', async (_, next) => {
    const world = formWorld()
    await setRecipient(world, `ethereum:${usdcAddress}@1/transfer?address=${recipient}&uint256=100000000`)
    await setRecipient(world, next)
    expect(world.store.get(draftAtom).amount).toEqual({ is: 'typed', text: '' })
  })

  it('link without an amount › keeps the typed amount', async () => {
    const world = formWorld()
    world.store.set(draftAtom, { amount: { is: 'typed', text: '0.3' } })
    await setRecipient(world, `ethereum:${recipient}`)
    expect(world.store.get(draftAtom).amount).toEqual({ is: 'typed', text: '0.3' })
  })

  it('link with an account alone › keeps the token; a configured chain is selected', async () => {
    const world = formWorld()
    const { store } = world
    store.set(draftAtom, { asset: { chain: ethereum, address: usdcAddress } })
    await setRecipient(world, `ethereum:${recipient}`)
    expect(store.get(draftAtom)).toMatchObject({ to: recipient, asset: { address: usdcAddress } })
    await setRecipient(world, `ethereum:${recipient}@8453`)
    expect(store.get(draftAtom).asset).toEqual({ chain: base, address: undefined })
  })

  it.each([
    ['solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=1', 'other-ecosystem'],
    [`ethereum:${recipient}@10?value=1`, 'unknown-network'],
    [`ethereum:${recipient}@99999999999999999999999999999999?value=1`, 'unknown-network'],
    [`ethereum:${usdcAddress}/approve?address=${recipient}&uint256=1`, 'contract-call'],
    [`ethereum:${recipient}?value=-1`, 'amount'],
  ])('%s › fills in nothing, problem is %s', async (link, why) => {
    const world = formWorld()
    await setRecipient(world, link)
    expect(world.store.get(recipientAtom)).toEqual({ is: 'invalid-link', why })
    expect(world.store.get(draftAtom)).toMatchObject({ asset: undefined, link: undefined })
  })

  it('wrong letter › in the recipient is a checksum error, in the token a link error', async () => {
    const world = formWorld()
    const wrong = (address: string) => address.replace('E', 'e')
    await setRecipient(world, `ethereum:${wrong(recipient)}@1?value=1`)
    await vi.waitFor(() => expect(world.store.get(recipientAtom)).toEqual({ is: 'invalid', why: 'checksum' }))
    await setRecipient(world, `ethereum:${wrong(usdcAddress)}@1/transfer?address=${recipient}`)
    expect(world.store.get(draftAtom)).toMatchObject({ to: expect.stringContaining('ethereum:') })
    await vi.waitFor(() => expect(world.store.get(recipientAtom)).toMatchObject({ why: 'address' }))
  })

  it('input while a link is parsed › is kept', async () => {
    const world = formWorld()
    const setting = setRecipient(world, `ethereum:${recipient}@1?value=1`)
    world.store.set(draftAtom, { to: 'other' })
    await setting
    expect(world.store.get(draftAtom)).toMatchObject({ to: 'other', link: undefined })
  })
})
