import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { addressEncodingsAtom } from '#widget/domain/accounts/address-encodings.ts'
import { knownRecipientsAtom, recipientKey } from '#widget/domain/accounts/known-recipients.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import type { TestWorld } from '#widget/testing/world.ts'
import { draftAtom } from '../atoms/draft.ts'
import { base, ethereum, recipient, sender, sendWorld } from '../testing/send-world.ts'
import { RecipientInput } from './recipient-input.tsx'

afterEach(cleanup)

const similarAddress = (address: string) => `${address.slice(0, 6)}${'f'.repeat(32)}${address.slice(-4)}`

const renderField = ({ store }: TestWorld) =>
  render(
    <StoreProvider store={store}>
      <RecipientInput />
    </StoreProvider>,
  )

describe('RecipientInput', () => {
  it('address similar to a known or own one › warns and marks differences (test 45)', async () => {
    const world = sendWorld()
    world.store.set(knownRecipientsAtom, [recipientKey(ethereum, recipient)])
    renderField(world)
    const field = await screen.findByRole('textbox')
    for (const known of [recipient, sender]) {
      fireEvent.change(field, { target: { value: similarAddress(known) } })
      await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Not the address you know'))
      const marked = screen.getAllByText(/./, { selector: 'mark' }).map((one) => one.textContent)
      expect(marked).toHaveLength(16)
      expect(marked.slice(0, 8)).toEqual(Array(8).fill('ffff'))
      expect(marked.slice(8).join('').toLowerCase()).toBe(known.slice(6, 38).toLowerCase())
    }
    for (const safe of [recipient, sender, similarAddress(recipient).replace('0x5', '0x6')]) {
      fireEvent.change(field, { target: { value: safe } })
      await waitFor(() => expect(screen.queryByText('Not the address you know')).toBeNull())
    }
  })

  it('P-L1 › address similar to another encoding of a known one › warns', async () => {
    const world = sendWorld()
    world.store.set(knownRecipientsAtom, [recipientKey(ethereum, recipient)])
    world.store.set(addressEncodingsAtom('eip155'), {
      of: (address) => [address, `0xaaa${address.slice(5, 39)}aaa`],
    })
    renderField(world)
    const field = await screen.findByRole('textbox')
    fireEvent.change(field, { target: { value: `0x${'12'.repeat(20)}` } })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Not the address you know'))
  })

  it('rejected payment link pasted › shows why under the field', async () => {
    renderField(sendWorld())
    fireEvent.change(await screen.findByRole('textbox'), {
      target: { value: `ethereum:${recipient}?value=1&data=0x12` },
    })
    await screen.findByText('This link isn’t a payment request, so it was ignored.')
  })

  it('address › is named, suggested by its name, and forgotten', async () => {
    renderField(sendWorld())
    const field = await screen.findByRole('textbox', { name: 'To' })
    const type = (value: string) => fireEvent.change(field, { target: { value } })
    type(recipient)
    fireEvent.click(await screen.findByRole('button', { name: 'Save with a name' }))
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Alice' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved as Alice')
    type('ali')
    fireEvent.click(await screen.findByRole('button', { name: /^Alice/ }))
    await waitFor(() => expect(field).toHaveProperty('value', recipient))
    type('')
    fireEvent.click(await screen.findByRole('button', { name: 'Forget Alice' }))
    await waitFor(() => expect(screen.queryByText('Alice')).toBeNull())
  })
})

describe('recipient fields', () => {
  it('recipient › longer than any link › is kept and shows a problem', async () => {
    renderField(sendWorld())
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'To' })
    const long = `ethereum:${recipient}?message=${'x'.repeat(2_048)}`
    fireEvent.change(field, { target: { value: long } })
    await screen.findByText(/^Too long: at most 2,?048 characters$/)
    expect([field.value, field.maxLength]).toEqual([long, -1])
  })

  it('recipient › payment link by IME › is parsed at the end, not before', async () => {
    const world = sendWorld()
    renderField(world)
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'To' })
    const link = `ethereum:${recipient}?value=1e18`
    fireEvent.compositionStart(field)
    await act(async () => void fireEvent.input(field, { target: { value: link }, isComposing: true }))
    expect([field.value, world.store.get(draftAtom).link]).toEqual([link, undefined])
    fireEvent.compositionEnd(field)
    await waitFor(() => expect(field.value).toBe(recipient))
  })

  it('name of an address › too long › is kept and cannot be saved', async () => {
    renderField(sendWorld())
    const to = await screen.findByRole('textbox', { name: 'To' })
    fireEvent.change(to, { target: { value: recipient } })
    fireEvent.click(await screen.findByRole('button', { name: 'Save with a name' }))
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    const type = (value: string) => fireEvent.change(field, { target: { value } })
    type('🦭'.repeat(41))
    expect([field.value, field.maxLength, save.disabled]).toEqual(['🦭'.repeat(41), -1, true])
    expect(screen.getByText('Too long: at most 40 characters')).toBeTruthy()
    type('🦭'.repeat(40))
    expect([save.disabled, screen.queryByText(/^Too long/)]).toEqual([false, null])
  })
})

describe('address with its network', () => {
  const type = async (value: string) =>
    fireEvent.change(await screen.findByRole('textbox', { name: 'To' }), { target: { value } })

  it('recipient › address for another configured network › offers to switch', async () => {
    const world = sendWorld()
    renderField(world)
    await type(`base:${recipient}`)
    await screen.findByText(/^This address is for .*Base.*, but you’re sending on .*Ethereum/)
    fireEvent.click(screen.getByRole('button', { name: /^Send on .*Base/ }))
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'To' })).toHaveProperty('value', recipient),
    )
    expect(world.store.get(draftAtom).asset).toEqual({ chain: base, address: undefined })
    expect(screen.queryByText(/^This address is for/)).toBeNull()
  })

  it.each([
    [`eip155:137:${recipient}`, /^This address is for .*eip155:137/],
    [`wan:${recipient}`, /^This address is for an unknown network: .*wan/],
    [`\u202e${recipient}`, /^This address has hidden characters/],
  ])('recipient › %j › shows a problem and offers no switch', async (typed, sentence) => {
    renderField(sendWorld())
    await type(typed)
    await screen.findByText(sentence)
    expect(screen.queryByRole('button', { name: /^Send on/ })).toBeNull()
  })
})
